package dev.sluice.api;

/**
 * One iteration of your own work, such as a call of the client under test. Many threads call it at
 * the same time; what it throws counts as a failed iteration, and the thread goes on.
 */
@FunctionalInterface
public interface Work {

  /** Does the work once. */
  void once() throws Exception;

  /**
   * One iteration with a resource that each thread has for itself, such as a session.
   *
   * @param <R> the resource
   */
  @FunctionalInterface
  interface With<R> {

    /** Does the work once. */
    void once(R resource) throws Exception;
  }
}
