package dev.sluice.jms.tracking;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.WorkLog;
import dev.sluice.jms.tracking.ArrivalChecking.ArrivalCheck;
import dev.sluice.jms.tracking.history.WorkerHistory;
import dev.sluice.jms.tracking.sequence.Arrival;
import dev.sluice.jms.tracking.sequence.Arrival.Integrity;
import dev.sluice.jms.tracking.sequence.DeliveryCounter;
import dev.sluice.jms.tracking.sequence.DeliveryTracker;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Enters what one worker receives in a tracker, once it is received for good. */
final class ReceivedSequence implements ArrivalCheck {

  private final DeliveryCounter counter;
  private final EndToEndTimer timer; // null for none
  private final MessageLog.Lines log;
  private final WorkerHistory history;
  private final ArrivalReader reader = new ArrivalReader();
  private final List<Arrival> pending = new ArrayList<>();

  /** The sender that has been silent longest comes first. */
  private final Map<String, Long> highestBySender = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param counter the worker's part of its account
   * @param timer measures how long messages were under way, or null
   * @param log learns what becomes of each message
   * @param history learns it, too
   */
  ReceivedSequence(
      DeliveryCounter counter, EndToEndTimer timer, MessageLog.Lines log, WorkerHistory history) {
    this.counter = counter;
    this.timer = timer;
    this.log = log;
    this.history = history;
  }

  @Override
  public void arrived(Message message, WorkLog work) {
    long arrivedNanos = history.now();
    if (timer != null) {
      timer.arrived(message, work); // first, because reading takes some time
    }
    Arrival arrival = reader.read(message);
    pending.add(arrival);
    log.add(arrival.sender(), arrival.number(), message);
    history.arrived(arrival, arrivedNanos);
  }

  @Override
  public void committed() {
    history.committed();
    enter(false);
  }

  @Override
  public void committedAtOnce() {
    history.committedAtOnce();
    enter(false);
  }

  @Override
  public void rolledBack() {
    pending.clear();
    log.discard();
    history.rolledBack();
  }

  @Override
  public void inDoubt() {
    history.inDoubt();
    enter(true);
  }

  private void enter(boolean mayComeAgain) {
    for (Arrival arrival : pending) {
      long highestBefore = highestBySender.getOrDefault(arrival.sender(), 0L);
      boolean duplicate = counter.enter(arrival, highestBefore, mayComeAgain);
      log.settle(fate(duplicate, mayComeAgain));
      if (arrival.number() > highestBefore) {
        highestBySender.put(arrival.sender(), arrival.number());
      }
    }
    pending.clear();
    log.write();
    while (highestBySender.size() > DeliveryTracker.SENDER_LIMIT) {
      highestBySender.remove(highestBySender.keySet().iterator().next());
    }
  }

  private static MessageLog.Fate fate(boolean duplicate, boolean inDoubt) {
    if (duplicate) {
      return MessageLog.Fate.DUPLICATE;
    }
    return inDoubt ? MessageLog.Fate.RECEIVED_IN_DOUBT : MessageLog.Fate.RECEIVED;
  }

  /** Reads stamps and compares them with the messages they are on. For one thread. */
  private static final class ArrivalReader {

    private final BodyChecksum checksum = new BodyChecksum();

    Arrival read(Message message) {
      boolean redelivered = false;
      try {
        redelivered = message.getJMSRedelivered();
        return read(message, redelivered);
      } catch (JMSException | RuntimeException e) {
        // what it holds cannot be converted to what it should be
        return Arrival.nameless(Integrity.UNREADABLE, redelivered);
      }
    }

    private Arrival read(Message message, boolean redelivered) throws JMSException {
      Object from = message.getObjectProperty(Stamp.FROM);
      Object number = message.getObjectProperty(Stamp.NUMBER);
      Object sum = message.getObjectProperty(Stamp.SUM);
      if (from == null && number == null && sum == null) {
        return Arrival.nameless(Integrity.UNSTAMPED, redelivered);
      }
      if (from instanceof String sender
          && number instanceof Long sequence
          && sum instanceof Long sealed
          && Stamp.guards(sealed, sender, sequence)) {
        Integrity integrity =
            bodyIs(message, Stamp.bodySum(sealed)) ? Integrity.INTACT : Integrity.DAMAGED;
        return new Arrival(integrity, sender, sequence, redelivered);
      }
      return Arrival.nameless(Integrity.UNREADABLE, redelivered);
    }

    private boolean bodyIs(Message message, int expected) {
      try {
        return checksum.of(message) == expected;
      } catch (JMSException | RuntimeException e) {
        return false; // it cannot even be read
      }
    }
  }

  /**
   * Measures how long messages were under way, by the wall clocks of sender and receiver. One
   * delivered twice counts twice.
   */
  static final class EndToEndTimer implements ArrivalCheck {

    private static final Logger log = LoggerFactory.getLogger(EndToEndTimer.class);

    private final WallClock clock;
    private final boolean acrossHosts;
    private final LongAdder otherClocks;

    /**
     * @param acrossHosts whether the clocks of other hosts are trusted
     * @param otherClocks counts stamps that were ignored because they are not
     */
    EndToEndTimer(WallClock clock, boolean acrossHosts, LongAdder otherClocks) {
      this.clock = clock;
      this.acrossHosts = acrossHosts;
      this.otherClocks = otherClocks;
    }

    @Override
    public void arrived(Message message, WorkLog workLog) {
      long nowNanos = clock.epochNanos();
      try {
        if (!(message.getObjectProperty(Stamp.AT) instanceof Long sentNanos)) {
          return; // nobody stamped it
        }
        if (acrossHosts || fromThisHost(message)) {
          workLog.part(LatencyKind.END_TO_END, nowNanos - sentNanos);
        } else {
          otherClocks.increment();
        }
      } catch (JMSException | RuntimeException e) {
        log.debug("a message's send time cannot be read", e);
      }
    }

    private boolean fromThisHost(Message message) throws JMSException {
      return message.getObjectProperty(Stamp.HOST) instanceof Integer host
          && host == clock.hostId();
    }
  }
}
