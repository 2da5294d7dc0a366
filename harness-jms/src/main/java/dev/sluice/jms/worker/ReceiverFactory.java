package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerFactory;

/** Makes receivers. */
public final class ReceiverFactory implements WorkerFactory {

  private final ReceiverSettings settings;

  public ReceiverFactory(ReceiverSettings settings) {
    this.settings = settings;
  }

  @Override
  public Worker create(int index) {
    return new Receiver(settings, settings.destinations().nameFor(index));
  }
}
