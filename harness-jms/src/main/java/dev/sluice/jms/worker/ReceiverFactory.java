package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.delivery.ArrivalChecking;

/** Makes receivers. */
public final class ReceiverFactory implements WorkerFactory {

  private final ReceiverSettings settings;
  private final ArrivalChecking checking;

  /** Of messages that nobody checks. */
  public ReceiverFactory(ReceiverSettings settings) {
    this(settings, ArrivalChecking.OFF);
  }

  public ReceiverFactory(ReceiverSettings settings, ArrivalChecking checking) {
    this.settings = settings;
    this.checking = checking;
  }

  @Override
  public Worker create(int index) {
    return new Receiver(settings, settings.destinations().nameFor(index), checking.ofWorker(index));
  }
}
