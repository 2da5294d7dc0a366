package dev.sluice.control.analysis.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.analysis.check.HistoryClock;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.jms.tracking.history.History;
import dev.sluice.jms.tracking.history.WorkerHistory;
import dev.sluice.jms.tracking.sequence.Arrival;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One lost message is found in every run, of a million, and in the fault in which it was due. */
class LostMessageTest {

  private static final int RUNS = Boolean.getBoolean("soak") ? 50 : 1;
  private static final int MESSAGES = Boolean.getBoolean("soak") ? 1_000_000 : 100_000;
  private static final int FAULTS = 30;
  private static final long STEP_NANOS = 1_000_000; // between two messages
  private static final int WORKERS = 10;
  private static final long EPOCH_NANOS = TestRun.STARTED.getEpochSecond() * 1_000_000_000L;

  @TempDir Path folder;

  @Test
  void isFound() throws IOException {
    for (long seed = 0; seed < RUNS; seed++) {
      int lost = new SplittableRandom(seed).nextInt(MESSAGES);
      Rehearsal found = play(folder.resolve("run-" + seed), lost);
      assertThat(found.problems()).isEmpty();
      assertThat(found.delivered().lost()).as("message %d", lost).isOne();
      int part = part(lost);
      for (int i = 0; i <= FAULTS; i++) {
        Map<FaultFigure, Long> figures =
            (i == 0 ? found.before() : found.faults().get(i - 1)).figures();
        assertThat(figures.get(FaultFigure.LOST))
            .as("message %d, fault %d", lost, i)
            .isEqualTo(i == part ? 1 : 0);
        assertThat(figures.get(FaultFigure.OUTAGE)).isZero();
      }
      Certificate certificate = CertificateTest.of(found);
      assertThat(certificate.lossOfMessages())
          .matches(
              "1 of 1,?0?00,000 messages in 30 faults: below 1 in 21[,0-9]* .95 % confidence.");
      assertThat(certificate.lossyFaults())
          .startsWith((part == 0 ? 0 : 1) + " of 30 faults lost any: below ");
    }
  }

  /** The fault of a message; 0 before the first one. What is due 50 ms before one belongs to it. */
  private static int part(int message) {
    return (message + 50) / (MESSAGES / (FAULTS + 1));
  }

  private static Rehearsal play(Path path, int lost) throws IOException {
    try (RunFolder run = TestRun.folder(path, "")) {
      run.event(event(0, RunEvent.Kind.STARTED, "started"));
      for (int i = 1; i <= FAULTS; i++) {
        long at = (long) i * (MESSAGES / (FAULTS + 1)) * STEP_NANOS;
        run.event(event(at, RunEvent.Kind.MARK, "fault " + i));
      }
      run.event(event(MESSAGES * STEP_NANOS, RunEvent.Kind.STOPPING, "stopping"));
      AtomicLong now = new AtomicLong();
      HistoryClock clock = new HistoryClock(now::get);
      History history = new History(clock, () -> EPOCH_NANOS + now.get(), "host");
      history.begin(
          Files.newOutputStream(path.resolve(RunFiles.HISTORY)),
          failure -> {
            throw new IllegalStateException(failure);
          });
      WorkerHistory[] senders = new WorkerHistory[WORKERS];
      for (int i = 0; i < WORKERS; i++) {
        senders[i] = history.sends("senders", i, List.of("queue Q"));
      }
      WorkerHistory arrivals = history.arrivals("receivers", 0, true, List.of("Q"));
      for (int i = 0; i < MESSAGES; i++) {
        now.set(i * STEP_NANOS);
        WorkerHistory sender = senders[i % WORKERS];
        String name = "t/" + i % WORKERS;
        long number = i / WORKERS + 1L;
        sender.sending(name, number, new Times(now.get()));
        now.addAndGet(STEP_NANOS / 2);
        sender.committed();
        sender.iterated(true);
        if (i != lost) {
          arrivals.arrived(new Arrival(Arrival.Integrity.INTACT, name, number, false), now.get());
          arrivals.committedAtOnce();
        }
        if (i % 1_000 == 0) {
          clock.write();
        }
      }
      history.close();
    }
    return Rehearsal.of(RecordedRun.open(path));
  }

  private static RunEvent event(long sinceStartNanos, RunEvent.Kind kind, String text) {
    return new RunEvent(
        TestRun.STARTED.plusNanos(sinceStartNanos), sinceStartNanos, kind, "", text);
  }

  /** Of a message that is put now, a microsecond late. */
  private record Times(long startNanos) implements IterationTimes {

    @Override
    public boolean paced() {
      return true;
    }

    @Override
    public long intendedNanos() {
      return startNanos - 1_000;
    }
  }
}
