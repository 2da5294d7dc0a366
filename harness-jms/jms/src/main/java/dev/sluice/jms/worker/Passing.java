package dev.sluice.jms.worker;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;

/**
 * The settings of workers that get a message and put one for it.
 *
 * @param session how they connect
 * @param from the queues that messages come from
 * @param copy whether what is put is the message itself, rather than another
 * @param outgoing what is put otherwise, and how it is sent
 * @param receiveTimeout how long a receive waits for a message, at least 1 ms; zero for ever
 * @param work what is done between get and put
 * @param commitBetween whether to commit between get and put too
 * @param checking the check of what arrives
 */
public record Passing(
    SessionSettings session,
    DestinationPlan from,
    boolean copy,
    OutgoingMessage outgoing,
    Duration receiveTimeout,
    Work work,
    boolean commitBetween,
    ArrivalChecking checking) {

  public Passing {
    JmsWorker.requireReceivable(receiveTimeout);
  }

  /**
   * Gets a message and puts one for it, in one transaction if there are any; one iteration is both.
   */
  abstract static class PassingWorker extends JmsWorker {

    private final Passing passing;
    private final MessageSender sender;
    private final long receiveTimeoutMillis;
    private final Work.OfWorker work;
    private MessageConsumer consumer;

    PassingWorker(Passing passing, Seat seat) {
      super(seat, passing.outgoing().stamping(), passing.checking());
      this.passing = passing;
      this.sender = new MessageSender(this, passing.outgoing(), !settings().transacted(), true);
      this.receiveTimeoutMillis = passing.receiveTimeout().toMillis();
      this.work = passing.work().forWorker(seat.index());
    }

    /** Has the sender put messages by a session. */
    abstract void bind(JmsSession session) throws JMSException;

    /** What to put for a message: that itself, or another. */
    Message outgoing(Message got) throws JMSException {
      return passing.copy() ? got : sender.next();
    }

    /** Puts it; false if that is in doubt. */
    boolean put(Message outgoing) throws JMSException {
      return sender.put(outgoing);
    }

    final MessageSender sender() {
      return sender;
    }

    @Override
    void prepare(JmsSession session) throws JMSException {
      bind(session);
      consumer = session.consumer(passing.from().destination(session, index()), "");
    }

    @Override
    Outcome work() throws JMSException {
      long startNanos = context().clock().nanos();
      Message got = receive(consumer, receiveTimeoutMillis);
      if (got == null) {
        return Outcome.NOTHING;
      }
      context().log().part(LatencyKind.GET, context().clock().nanos() - startNanos);
      work.on(context(), this::unblocked);
      Message outgoing = outgoing(got);
      if (passing.commitBetween()) {
        batch().settle();
      }
      if (!put(outgoing)) {
        return Outcome.IN_DOUBT;
      }
      batch().add();
      return Outcome.DONE;
    }
  }
}
