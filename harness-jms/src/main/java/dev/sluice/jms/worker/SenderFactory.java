package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerFactory;

/** Makes senders. */
public final class SenderFactory implements WorkerFactory {

  private final SenderSettings settings;

  public SenderFactory(SenderSettings settings) {
    this.settings = settings;
  }

  @Override
  public Worker create(int index) {
    return new Sender(settings, index);
  }
}
