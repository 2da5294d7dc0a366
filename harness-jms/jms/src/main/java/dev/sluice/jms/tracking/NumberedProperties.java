package dev.sluice.jms.tracking;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.jms.tracking.history.WorkerHistory;
import dev.sluice.jms.tracking.sequence.SentTotals;
import dev.sluice.jms.tracking.sequence.SentTotals.Sent;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * Numbers the messages of one worker, and seals each with a checksum.
 *
 * <p>Receivers take a gap in the numbers for a loss, in whatever process they are, so there must be
 * none where nothing was lost. The numbers of a transaction that was rolled back are used again:
 * nobody has seen them. Where it is not known whether messages were sent, neither using their
 * numbers again nor leaving them out would be right; the sender takes a new name instead and begins
 * again with 1, so that they are the last under the old name, and no gap if they are not there.
 */
final class NumberedProperties implements TrackingProperties {

  private final String worker;
  private final String place;
  private final SentTotals totals;
  private final TimedProperties time; // null for none
  private final MessageLog.Lines log;
  private final WorkerHistory history;
  private IterationTimes iteration = IterationTimes.NONE;
  private final BodyChecksum checksum = new BodyChecksum();

  private String name;
  private Sent sent;
  private int renames;
  private long number; // the last one stamped
  private long settled; // the last one that was sent for good

  private Message stampedLast;
  private int bodySum; // of that message

  /**
   * @param worker the worker's name, which no other sender has
   * @param place where it sends to; empty if that is not known
   * @param time adds the time of sending, or null
   * @param log learns what becomes of each message
   * @param history learns it, too, and when
   */
  NumberedProperties(
      String worker,
      String place,
      SentTotals totals,
      TimedProperties time,
      MessageLog.Lines log,
      WorkerHistory history) {
    this.time = time;
    this.worker = worker;
    this.place = place;
    this.log = log;
    this.history = history;
    this.totals = totals;
    this.name = worker;
    this.sent = totals.begin(worker, worker, place);
  }

  @Override
  public void attach(IterationTimes times) {
    iteration = times;
  }

  @Override
  public void stamp(Message message) throws JMSException {
    if (message != stampedLast) {
      stampedLast = null; // unless this succeeds
      bodySum = checksum.of(message);
      message.setStringProperty(Stamp.FROM, name);
      stampedLast = message;
    }
    number++;
    history.sending(name, number, iteration);
    message.setLongProperty(Stamp.NUMBER, number);
    message.setLongProperty(Stamp.SUM, Stamp.sum(name, number, bodySum));
    if (time != null) {
      time.stamp(message); // last, because the others take some time
    }
    log.add(name, number, null);
  }

  @Override
  public void put(Message message) {
    log.identify(name, number, message);
  }

  @Override
  public void iterated(boolean done) {
    history.iterated(done);
  }

  @Override
  public void changed() {
    stampedLast = null;
    if (time != null) {
      time.changed();
    }
  }

  @Override
  public void committed() {
    settled = number;
    sent.committed(settled);
    log.settleAll(MessageLog.Fate.SENT);
    history.committed();
  }

  @Override
  public void rolledBack() {
    number = settled;
    log.discard();
    history.rolledBack();
  }

  @Override
  public void inDoubt() {
    if (number > settled) {
      sent.inDoubt(number - settled);
      log.settleAll(MessageLog.Fate.SENT_IN_DOUBT);
      history.inDoubt();
      takeNewName();
    }
  }

  private void takeNewName() {
    renames++;
    name = worker + "." + renames;
    sent = totals.begin(name, worker, place);
    number = 0;
    settled = 0;
    stampedLast = null;
  }

  /** Stamps messages with the time of sending and the host whose clock gave it. */
  static final class TimedProperties implements TrackingProperties {

    private final WallClock clock;
    private Message stampedLast;

    TimedProperties(WallClock clock) {
      this.clock = clock;
    }

    @Override
    public void stamp(Message message) throws JMSException {
      if (message != stampedLast) {
        message.setIntProperty(Stamp.HOST, clock.hostId());
        stampedLast = message;
      }
      message.setLongProperty(Stamp.AT, clock.epochNanos());
    }

    @Override
    public void changed() {
      stampedLast = null;
    }
  }
}
