package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerFactory;

/** Makes senders. */
public final class SenderFactory implements WorkerFactory {

  private final SenderSettings settings;
  private final LostWork lostWork = new LostWork();

  public SenderFactory(SenderSettings settings) {
    this.settings = settings;
  }

  @Override
  public Worker create(int index) {
    return new Sender(settings, settings.destinations().nameFor(index), lostWork);
  }

  /** What all senders of this factory counted as sent and did not commit. */
  public LostWork lostWork() {
    return lostWork;
  }
}
