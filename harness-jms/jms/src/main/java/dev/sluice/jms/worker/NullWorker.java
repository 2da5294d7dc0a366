package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerFactory;

/** Does nothing, to find out what the harness itself can do on a host. */
public final class NullWorker implements Worker {

  /** Makes such workers. */
  public static WorkerFactory factory() {
    return index -> new NullWorker();
  }

  @Override
  public void open() {
    // connects to nothing
  }

  @Override
  public Outcome iterate() {
    return Outcome.DONE;
  }

  @Override
  public void close() {
    // has nothing to let go of
  }
}
