package dev.sluice.jms.tracking.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.tracking.sequence.Arrival;
import dev.sluice.jms.tracking.sequence.Arrival.Integrity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What histories take, and what they do where they cannot keep up. */
class HistoryTest {

  private static final String SENDER = "monday/1f0k3m9x7t5qa/";
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

  /** Senders and receivers in two processes, each of which writes a history. */
  private static Stream<Arguments> loads() {
    List<Arguments> loads = new ArrayList<>();
    for (int workers : List.of(1, 20, 500)) {
      for (int perSecond = workers; perSecond <= 100_000; perSecond *= 10) { // 1/s a worker or more
        for (boolean poisson : List.of(false, true)) {
          for (boolean acknowledged : List.of(false, true)) {
            loads.add(Arguments.of(workers, perSecond, poisson, acknowledged));
          }
        }
      }
    }
    return loads.stream();
  }

  /**
   * What one more message takes, when workers and names are known. It starts up to 100 µs late, is
   * put within 1 ms, arrives within another one at any of the receivers, and is settled 100 µs
   * later.
   */
  @ParameterizedTest(name = "{0} workers, {1}/s, poisson {2}, acknowledged {3}")
  @MethodSource("loads")
  void aMessageSentAndReceivedTakesSixteenBytes(
      int workers, int perSecond, boolean poisson, boolean acknowledged) {
    ByteArrayOutputStream atReceivers = new ByteArrayOutputStream();
    History receivers = new History(clock, () -> nowNanos, "another host");
    List<WorkerHistory> sends = new ArrayList<>();
    List<WorkerHistory> arrivals = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      sends.add(history.sends("senders", i, List.of()));
      arrivals.add(receivers.arrivals("receivers", i, true, List.of("queue DEMO")));
    }
    history.begin(file, failures::add);
    receivers.begin(atReceivers, failures::add);
    SplittableRandom random = new SplittableRandom(1);
    double gapNanos = (double) SECOND_NANOS / perSecond;
    double dueNanos = nowNanos;
    int messages = Math.max(MESSAGES, 100 * workers);
    int[] known = new int[2];
    for (int i = 0; i < messages; i++) {
      dueNanos += poisson ? -gapNanos * Math.log(1 - random.nextDouble()) : gapNanos;
      int sender = i % workers;
      int number = i / workers + 1;
      String name = SENDER + (sender + 1);
      long due = (long) dueNanos;
      long start = due + random.nextLong(50_000, 100_000);
      sends.get(sender).sending(name, number, times(due, start));
      nowNanos = start + random.nextLong(500_000, 1_000_000);
      sends.get(sender).committed();
      sends.get(sender).iterated(true);
      long arrived = nowNanos + random.nextLong(500_000, 1_000_000);
      nowNanos = arrived + 100_000;
      WorkerHistory receiver = arrivals.get(random.nextInt(workers));
      receiver.arrived(new Arrival(Integrity.INTACT, name, number, false), arrived);
      if (acknowledged) {
        receiver.committed();
      } else {
        receiver.committedAtOnce();
      }
      boolean half = i == messages / 2 - 1;
      if (half || sender == 0) {
        history.write(half);
        receivers.write(half);
      }
      known = half ? new int[] {file.size(), atReceivers.size()} : known;
    }
    history.close();
    receivers.close();
    double sent = (file.size() - known[0]) / (messages / 2.0);
    double received = (atReceivers.size() - known[1]) / (messages / 2.0);
    assertThat(sent).isBetween(4.0, 9.0);
    assertThat(received).isBetween(2.0, 9.0);
    assertThat(sent + received).isLessThanOrEqualTo(16);
    assertThat(failures).isEmpty();
  }

  @Test
  void aWorkerNeverWaitsForTheDisk() {
    WorkerHistory sends = history.sends("senders", 0, List.of());
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
    WorkerHistory sends = history.sends("senders", 0, List.of());
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
