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
   * Refuses more workers than the process has room for. Asked before any of them opens; throws,
   * with what is lacking, only where they could not all be there.
   *
   * @param workers of the workload, those included that it has
   */
  default void requireRoomFor(int workers) {}

  /**
   * Whether its workers iterate on command. Else work is brought to them as it comes, so that they
   * have no rate; a pause holds them all the same.
   */
  default boolean paceable() {
    return true;
  }
}
