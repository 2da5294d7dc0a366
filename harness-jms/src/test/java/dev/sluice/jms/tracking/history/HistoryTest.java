package dev.sluice.jms.tracking.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.tracking.sequence.Arrival;
import dev.sluice.jms.tracking.sequence.Arrival.Condition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What histories take, and what they do where they cannot keep up. */
class HistoryTest {

  private static final String SENDER = "monday/1f0k3m9x7t5qa/1";
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final int MESSAGES = 20_000;

  private long nowNanos = 123_456_789_000L;
  private final NanoClock clock =
      new NanoClock() {
        @Override
        public long nanos() {
          return nowNanos;
        }

        @Override
        public void parkUntil(long deadlineNanos) {}

        @Override
        public Thread start(ThreadFactory threads, String name, Runnable task) {
          return new Thread(task); // the test writes
        }
      };
  private final ByteArrayOutputStream file = new ByteArrayOutputStream();
  private final List<IOException> failures = new ArrayList<>();
  private final History history = new History(clock, () -> nowNanos, "host");

  /** With a start up to 100 µs late and a put of 1 ms; what is received is received 1 ms later. */
  @ParameterizedTest
  @CsvSource({
    "1, true",
    "1, false",
    "10, false",
    "100, false",
    "1000, false",
    "10000, false",
    "100000, false",
    "1000000, false",
    "10, true",
    "100, true",
    "1000, true",
    "10000, true",
    "100000, true",
    "1000000, true"
  })
  void aMessageSentAndReceivedTakesSixteenBytes(double perSecond, boolean poisson) {
    SplittableRandom random = new SplittableRandom(1);
    WorkerHistory sends = history.sends("senders", 0);
    WorkerHistory arrivals = history.arrivals("receivers", 0, true, List.of("queue DEMO"));
    history.begin(file, failures::add);
    double due = nowNanos;
    for (int i = 1; i <= MESSAGES; i++) {
      double gap = SECOND_NANOS / perSecond;
      due += poisson ? -gap * Math.log(1 - random.nextDouble()) : gap;
      long start = (long) due + random.nextLong(50_000, 100_000);
      sends.sending(SENDER, i, times((long) due, start));
      nowNanos = start + random.nextLong(500_000, 1_000_000);
      sends.committed();
      sends.iterated(true);
      long arrived = nowNanos + random.nextLong(500_000, 1_000_000);
      nowNanos = arrived + 1_000;
      arrivals.arrived(new Arrival(Condition.INTACT, SENDER, i, false), arrived);
      arrivals.committedAtOnce();
      history.write(false);
    }
    history.close();
    // random times far from each other take 5 bytes, at each end
    double most = poisson && perSecond < 100 ? 19 : 16;
    assertThat(file.size() / (double) MESSAGES).isLessThanOrEqualTo(most).isGreaterThan(4);
    assertThat(failures).isEmpty();
  }

  @Test
  void aWorkerNeverWaitsForTheDisk() {
    WorkerHistory sends = history.sends("senders", 0);
    history.begin(file, failures::add);
    for (int i = 1; i <= 10 * MESSAGES; i++) {
      nowNanos += 1_000_000_000_000L * (i % 2); // which takes many bytes
      sends.sending(SENDER, i, times(nowNanos, nowNanos));
      sends.committed();
      sends.iterated(true);
    }
    assertThat(sends.waiting()).isLessThanOrEqualTo(1 << 20).isGreaterThan(1 << 19);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, 10_000})
  void aDiskThatFailsIsToldOnceAndTheWorkersGoOn(int goodBytes) {
    WorkerHistory sends = history.sends("senders", 0);
    OutputStream full =
        new OutputStream() {
          private int room = goodBytes;

          @Override
          public void write(int one) throws IOException {
            if (room-- <= 0) {
              throw new IOException("No space left on device");
            }
          }
        };
    history.begin(full, failures::add);
    for (int i = 1; i <= MESSAGES; i++) {
      sends.sending(SENDER, i, times(nowNanos, nowNanos));
      nowNanos += 1_000;
      sends.committed();
      sends.iterated(true);
      history.write(false);
    }
    history.close();
    assertThat(failures).hasSize(1);
    assertThat(sends.waiting()).isZero();
  }

  private static IterationTimes times(long dueNanos, long startNanos) {
    return new IterationTimes() {
      @Override
      public boolean paced() {
        return true;
      }

      @Override
      public long intendedNanos() {
        return dueNanos;
      }

      @Override
      public long startNanos() {
        return startNanos;
      }
    };
  }
}
