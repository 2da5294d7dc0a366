package dev.sluice.core.worker;

/** Makes the workers of a workload. Called by one thread at a time. */
@FunctionalInterface
public interface WorkerFactory {

  /**
   * A worker that is not open yet.
   *
   * @param index counts from 0 through all workers the workload ever has
   */
  Worker create(int index);

  /**
   * Whether its workers iterate on command. Else work is brought to them as it comes, so that they
   * have no rate; a pause holds them all the same.
   */
  default boolean paceable() {
    return true;
  }

  /**
   * Why none of their iterations was ever done, one phrase, as far as the broker shows it; empty if
   * it does not. Asked once, when such workers have ended; may take some seconds.
   */
  default String whyNothingWasDone() {
    return "";
  }
}
