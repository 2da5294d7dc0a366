package dev.sluice.jms.tracking;

import dev.sluice.core.stats.WorkLog;
import dev.sluice.jms.tracking.sequence.Arrival;
import dev.sluice.jms.tracking.sequence.DeliveryCounter;
import dev.sluice.jms.tracking.sequence.DeliveryTracker;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Enters what one worker receives in a tracker, once it is received for good. */
final class ReceivedSequence implements ArrivalCheck {

  private final DeliveryCounter counter;
  private final EndToEndTimer timer; // null for none
  private final ArrivalReader reader = new ArrivalReader();
  private final List<Arrival> pending = new ArrayList<>();

  /** The sender that has been silent longest comes first. */
  private final Map<String, Long> highestBySender = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param counter the worker's part of its account
   * @param timer measures how long messages were under way, or null
   */
  ReceivedSequence(DeliveryCounter counter, EndToEndTimer timer) {
    this.counter = counter;
    this.timer = timer;
  }

  @Override
  public void arrived(Message message, WorkLog log) {
    if (timer != null) {
      timer.arrived(message, log); // first, because reading takes some time
    }
    pending.add(reader.read(message));
  }

  @Override
  public void committed() {
    enter(false);
  }

  @Override
  public void rolledBack() {
    pending.clear();
  }

  @Override
  public void inDoubt() {
    enter(true);
  }

  private void enter(boolean mayComeAgain) {
    for (Arrival arrival : pending) {
      long highestBefore = highestBySender.getOrDefault(arrival.sender(), 0L);
      counter.enter(arrival, highestBefore, mayComeAgain);
      if (arrival.number() > highestBefore) {
        highestBySender.put(arrival.sender(), arrival.number());
      }
    }
    pending.clear();
    while (highestBySender.size() > DeliveryTracker.SENDER_LIMIT) {
      highestBySender.remove(highestBySender.keySet().iterator().next());
    }
  }
}
