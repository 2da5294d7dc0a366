package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerFactory;

/** Makes workers that do nothing. */
public final class NullWorkerFactory implements WorkerFactory {

  @Override
  public Worker create(int index) {
    return new NullWorker();
  }
}
