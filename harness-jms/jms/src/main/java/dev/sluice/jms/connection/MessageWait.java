package dev.sluice.jms.connection;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.time.NanoClock;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One worker's waits for messages, which another thread may end.
 *
 * <p>A long wait is made in turns. To close the consumer ends a turn that is under way, but with
 * some clients that is dangerous ({@link dev.sluice.jms.provider.JmsProvider#closingEndsWaits}), or
 * it does not: IBM's, if it has lost its connection meanwhile, waits again as long once it has
 * another.
 */
public final class MessageWait {

  /** How long a wait may go on after it was ended, unless its consumer is closed. */
  private static final Duration TURN = Duration.ofSeconds(2);

  /** By how much clients may end a turn before its time. */
  private static final long ROUNDING_NANOS = Duration.ofMillis(10).toNanos();

  private final InstantSource wall;

  private volatile MessageConsumer waiting;
  private volatile boolean ended;

  /**
   * @param wall what senders' times are compared with
   */
  public MessageWait(InstantSource wall) {
    this.wall = wall;
  }

  /**
   * Waits for a message. For the worker's thread.
   *
   * @param timeoutMillis how long to wait, 0 for ever
   * @param times learn for how long there was no message; none of them if one is owed
   * @return null if none came in time, or the wait was ended
   * @throws IllegalStateException if the provider closed the consumer
   */
  public Message await(
      MessageConsumer consumer, long timeoutMillis, NanoClock clock, IterationTimes times)
      throws JMSException {
    waiting = consumer;
    try {
      return inTurns(consumer, timeoutMillis == 0 ? Long.MAX_VALUE : timeoutMillis, clock, times);
    } catch (IllegalStateException | RuntimeException e) {
      if (!ended) {
        throw e;
      }
      return null; // closed before receive began to wait, or while it took what the client had
    } finally {
      waiting = null;
    }
  }

  /** Whether this wait and all later ones are to end at once. */
  public boolean ended() {
    return ended;
  }

  /**
   * Ends this wait and all later ones. One that is under way ends with its turn, or when its
   * consumer, which is returned, is closed.
   */
  public Optional<MessageConsumer> end() {
    ended = true;
    return Optional.ofNullable(waiting);
  }

  private Message inTurns(
      MessageConsumer consumer, long timeoutMillis, NanoClock clock, IterationTimes times)
      throws JMSException {
    long leftMillis = timeoutMillis;
    while (true) {
      long turnMillis = Math.min(leftMillis, TURN.toMillis());
      long startNanos = clock.nanos();
      times.waits(startNanos);
      Message message = ended ? null : consumer.receive(turnMillis);
      times.waitedUntil(message == null ? clock.nanos() : sentNanos(message, times, clock));
      leftMillis -= turnMillis;
      if (message != null || ended) {
        return message;
      }
      if (cutShort(clock.nanos() - startNanos, TimeUnit.MILLISECONDS.toNanos(turnMillis))) {
        throw new IllegalStateException("the provider closed the consumer");
      }
      if (leftMillis == 0) {
        return null;
      }
    }
  }

  /**
   * When a message came to be, by its sender's clock, or could be delivered; now if it does not
   * say, long ago if nobody needs to know.
   */
  private long sentNanos(Message message, IterationTimes times, NanoClock clock)
      throws JMSException {
    if (!times.paced()) {
      return Long.MIN_VALUE;
    }
    long sentMillis = Math.max(message.getJMSTimestamp(), message.getJMSDeliveryTime());
    long ageMillis = sentMillis == 0 ? 0 : wall.millis() - sentMillis;
    return clock.nanos() - TimeUnit.MILLISECONDS.toNanos(Math.max(0, ageMillis));
  }

  /** Whether it did not wait, so that there is nothing to wait for any more. */
  private static boolean cutShort(long waitedNanos, long turnNanos) {
    return waitedNanos < turnNanos / 2 && turnNanos - waitedNanos > ROUNDING_NANOS;
  }
}
