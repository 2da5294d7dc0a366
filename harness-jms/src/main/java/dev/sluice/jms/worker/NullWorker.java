package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker;

/** Does nothing, to find out what the harness itself can do on a host. */
public final class NullWorker implements Worker {

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
