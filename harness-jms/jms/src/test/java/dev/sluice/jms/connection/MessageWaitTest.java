package dev.sluice.jms.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.SetClock;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageWaitTest {

  private static final Message MESSAGE =
      (Message)
          Proxy.newProxyInstance(
              MessageWaitTest.class.getClassLoader(),
              new Class<?>[] {Message.class},
              (proxy, method, arguments) -> null);

  private final MessageWait wait = new MessageWait(InstantSource.system());
  private final Consumer consumer = new Consumer();
  private long nowNanos;
  private final NanoClock clock = new SetClock(() -> nowNanos);

  /** A receive takes all of its time, unless there is a message or the consumer is closed. */
  private final class Consumer implements MessageConsumer {

    private final List<Long> asked = new ArrayList<>();
    private int messageAt = Integer.MAX_VALUE;
    private Message message = MESSAGE;
    private int closedAt = Integer.MAX_VALUE;
    private int endedAt = Integer.MAX_VALUE;
    private int failsAt = Integer.MAX_VALUE;

    @Override
    public Message receive(long timeoutMillis) {
      asked.add(timeoutMillis);
      if (asked.size() == endedAt) {
        assertThat(wait.end()).contains(this);
      }
      if (asked.size() == failsAt) {
        throw new NullPointerException("its buffer is gone");
      }
      if (asked.size() >= messageAt) {
        return message;
      }
      if (asked.size() < closedAt) {
        nowNanos += TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
      }
      return null;
    }

    @Override
    public Message receive() {
      throw new AssertionError("nobody asks that");
    }

    @Override
    public String getMessageSelector() {
      throw new AssertionError("nobody asks that");
    }

    @Override
    public MessageListener getMessageListener() {
      throw new AssertionError("nobody asks that");
    }

    @Override
    public Message receiveNoWait() {
      throw new AssertionError("nobody asks that");
    }

    @Override
    public void setMessageListener(MessageListener listener) {
      throw new AssertionError("nobody listens");
    }

    @Override
    public void close() {}
  }

  /** As Artemis' does now and then. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aClientThatTripsOverItsClosingEndsTheWait(boolean ended) throws JMSException {
    consumer.failsAt = 2;
    consumer.endedAt = ended ? 2 : 3;
    if (ended) {
      assertThat(wait.await(consumer, 0, clock, IterationTimes.NONE)).isNull();
    } else {
      assertThatThrownBy(() -> wait.await(consumer, 0, clock, IterationTimes.NONE))
          .isInstanceOf(NullPointerException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 500, 2_000, 2_001, 20_000, 61_234})
  void allTurnsTogetherTakeTheTimeThatWasGiven(long timeoutMillis) throws JMSException {
    assertThat(wait.await(consumer, timeoutMillis, clock, IterationTimes.NONE)).isNull();
    assertThat(consumer.asked)
        .allMatch(turn -> turn > 0 && turn <= 2_000)
        .hasSize((int) ((timeoutMillis + 1_999) / 2_000));
    assertThat(nowNanos).isEqualTo(TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
    assertThat(wait.end()).isEmpty();
  }

  /** In milliseconds before now; a client, or a sender, that says nothing of a time says 0. */
  @ParameterizedTest
  @CsvSource({
    ", , 0",
    "3000, , 3000",
    "3000, 1000, 1000",
    "9000, 9000, 9000",
    "-4, , 0",
    "5000, -500, 0"
  })
  void aMessageIsThereOnceItCanBeDelivered(Long sent, Long deliverable, long expectedMillis)
      throws JMSException {
    InstantSource wall = InstantSource.fixed(Instant.ofEpochMilli(1_000_000));
    Message message =
        (Message)
            Proxy.newProxyInstance(
                MessageWaitTest.class.getClassLoader(),
                new Class<?>[] {Message.class},
                (proxy, method, arguments) -> {
                  Long before = method.getName().equals("getJMSTimestamp") ? sent : deliverable;
                  return before == null ? 0 : wall.millis() - before;
                });
    List<Long> until = new ArrayList<>();
    IterationTimes paced =
        new IterationTimes() {
          @Override
          public boolean paced() {
            return true;
          }

          @Override
          public void waitedUntil(long nanos) {
            until.add(nanos);
          }
        };
    consumer.messageAt = 1;
    consumer.message = message;
    nowNanos = TimeUnit.SECONDS.toNanos(77);
    assertThat(new MessageWait(wall).await(consumer, 0, clock, paced)).isSameAs(message);
    assertThat(until).containsExactly(nowNanos - TimeUnit.MILLISECONDS.toNanos(expectedMillis));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 20_000})
  void aMessageEndsIt(long timeoutMillis) throws JMSException {
    consumer.messageAt = 3;
    assertThat(wait.await(consumer, timeoutMillis, clock, IterationTimes.NONE)).isSameAs(MESSAGE);
    assertThat(consumer.asked).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 20_000})
  void itEndsAfterTheTurnInWhichItWasTold(long timeoutMillis) throws JMSException {
    consumer.endedAt = 2;
    assertThat(wait.await(consumer, timeoutMillis, clock, IterationTimes.NONE)).isNull();
    assertThat(consumer.asked).hasSize(2);
    assertThat(wait.ended()).isTrue();
    assertThat(wait.await(consumer, timeoutMillis, clock, IterationTimes.NONE)).isNull();
    assertThat(consumer.asked).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 500, 2_000, 20_000})
  void thatTheProviderClosedTheConsumerIsNotTakenForAWaitInVain(long timeoutMillis) {
    consumer.closedAt = 1;
    assertThatThrownBy(() -> wait.await(consumer, timeoutMillis, clock, IterationTimes.NONE))
        .isInstanceOf(IllegalStateException.class);
    assertThat(consumer.asked).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 20_000})
  void aConsumerThatTheProviderClosedIsNotAskedForEver(long timeoutMillis) {
    consumer.closedAt = 4;
    assertThatThrownBy(() -> wait.await(consumer, timeoutMillis, clock, IterationTimes.NONE))
        .isInstanceOf(IllegalStateException.class);
    assertThat(consumer.asked).hasSize(4);
  }

  @Test
  void thatTheConsumerIsClosedIsAnErrorUnlessItWasToldToEnd() throws JMSException {
    MessageConsumer closed =
        (MessageConsumer)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {MessageConsumer.class},
                (proxy, method, arguments) -> {
                  throw new IllegalStateException("closed");
                });
    assertThatThrownBy(() -> wait.await(closed, 1, clock, IterationTimes.NONE))
        .isInstanceOf(IllegalStateException.class);
    wait.end();
    assertThat(wait.await(closed, 1, clock, IterationTimes.NONE)).isNull();
  }
}
