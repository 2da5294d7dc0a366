package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.delivery.SendStamping;

/** Makes senders. */
public final class SenderFactory implements WorkerFactory {

  private final SenderSettings settings;
  private final SendStamping stamping;

  /** Of messages without stamps. */
  public SenderFactory(SenderSettings settings) {
    this(settings, SendStamping.OFF);
  }

  public SenderFactory(SenderSettings settings, SendStamping stamping) {
    this.settings = settings;
    this.stamping = stamping;
  }

  @Override
  public Worker create(int index) {
    return new Sender(settings, settings.destinations().nameFor(index), stamping.ofWorker(index));
  }
}
