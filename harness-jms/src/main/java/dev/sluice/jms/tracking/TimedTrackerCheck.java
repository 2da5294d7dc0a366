package dev.sluice.jms.tracking;

import dev.sluice.core.stats.WorkLog;
import jakarta.jms.Message;

/** Both checks, the time first: the other takes some. */
final class TimedTrackerCheck implements ArrivalCheck {

  private final ArrivalCheck time;
  private final ArrivalCheck ledger;

  TimedTrackerCheck(ArrivalCheck time, ArrivalCheck ledger) {
    this.time = time;
    this.ledger = ledger;
  }

  @Override
  public void arrived(Message message, WorkLog log) {
    time.arrived(message, log);
    ledger.arrived(message, log);
  }

  @Override
  public void committed() {
    ledger.committed();
  }

  @Override
  public void rolledBack() {
    ledger.rolledBack();
  }

  @Override
  public void inDoubt() {
    ledger.inDoubt();
  }
}
