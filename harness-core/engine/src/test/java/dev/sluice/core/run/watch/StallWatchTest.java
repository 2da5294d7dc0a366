package dev.sluice.core.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.pacing.Backlog;
import dev.sluice.core.stats.WorkerStats;
import dev.sluice.core.stats.WorkloadStats;
import dev.sluice.core.time.SimulatedClock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is told of workers that are blocked, in simulated time: once, with since when, if all of
 * them are for this long, and once that it is over.
 */
class StallWatchTest {

  private static final int WORKERS = 3;
  private static final Instant START = Instant.parse("2026-01-02T12:03:04Z");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

  private final SimulatedClock clock = new SimulatedClock();
  private final List<String> told = new ArrayList<>();
  private final WorkloadStats stats = new WorkloadStats(false, 1);
  private final WorkerStats[] workers = new WorkerStats[WORKERS];
  private final StallWatch watch;

  StallWatchTest() {
    for (int i = 0; i < WORKERS; i++) {
      workers[i] = new WorkerStats();
      stats.join("w-" + i, workers[i], Backlog.NOTHING, 0);
    }
    Sink telling =
        new Sink() {
          @Override
          public void event(RunEvent event) {
            told.add(event.text());
          }
        };
    watch =
        new StallWatch(
            "w",
            stats::allInCallsSinceNanos,
            () -> "the queue is full",
            Runnable::run,
            new Timeline(clock, () -> START.plusNanos(clock.nanos()), telling));
  }

  private void pass(double seconds) {
    clock.advance((long) (seconds * 1e9));
  }

  private void look() {
    watch.look(clock.nanos());
  }

  private String since(long nanos) {
    return "all workers blocked since "
        + TIME.format(START.plusNanos(nanos))
        + ": the queue is full";
  }

  @Test
  void allBlockedIsReportedOnceWithItsBeginningAndOnceAtItsEnd() {
    workers[0].begunUnscheduled(clock.nanos());
    pass(60);
    look();
    workers[1].begunUnscheduled(clock.nanos());
    pass(2);
    workers[2].begunUnscheduled(clock.nanos());
    long last = clock.nanos();
    pass(4.9);
    look();
    assertThat(told).as("the last one has not been blocked for so long").isEmpty();
    pass(1);
    look();
    look();
    pass(100);
    look();
    assertThat(told).containsExactly(since(last));
    workers[1].returned();
    look();
    pass(100);
    look();
    assertThat(told).containsExactly(since(last), "some workers are no longer blocked");
  }

  @Test
  void whoWaitsForItsTurnIsNotBlockedThoughItsWorkIsNotCommitted() {
    for (WorkerStats worker : workers) {
      worker.begun(clock.nanos(), 0);
      worker.uncommitted();
      worker.completed(clock.nanos(), clock.nanos());
      worker.returned();
    }
    pass(100);
    look();
    assertThat(told).isEmpty();
  }

  @Test
  void whoHasEndedHoldsNobodyUp() {
    workers[0].end(clock.nanos(), false);
    for (int i = 1; i < WORKERS; i++) {
      workers[i].begunUnscheduled(clock.nanos());
    }
    pass(6);
    look();
    assertThat(told).hasSize(1);
  }

  static LongStream seeds() {
    return LongStream.range(0, 100);
  }

  /** Calls of any length, looked at every second, compared with a model that sees every moment. */
  @ParameterizedTest
  @MethodSource("seeds")
  void itIsReportedIffNobodyMadeProgress(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] inSince = new long[WORKERS];
    boolean[] in = new boolean[WORKERS];
    List<String> expected = new ArrayList<>();
    long expectedSince = Long.MAX_VALUE; // of the stall that was told
    for (int second = 0; second < 400; second++) {
      for (int i = 0; i < WORKERS; i++) {
        if (random.nextInt(in[i] ? 12 : 2) == 0) {
          in[i] = !in[i];
          if (in[i]) {
            inSince[i] = clock.nanos();
            workers[i].begunUnscheduled(clock.nanos());
          } else {
            workers[i].completed(inSince[i], clock.nanos());
            workers[i].returned();
          }
        }
      }
      pass(1);
      look();
      long since = Long.MIN_VALUE;
      for (int i = 0; i < WORKERS; i++) {
        since = Math.max(since, in[i] ? inSince[i] : Long.MAX_VALUE);
      }
      if (expectedSince != Long.MAX_VALUE && since != expectedSince) {
        expected.add("some workers are no longer blocked");
        expectedSince = Long.MAX_VALUE;
      } else if (expectedSince == Long.MAX_VALUE
          && since != Long.MAX_VALUE
          && clock.nanos() - since >= StallWatch.BOUND_NANOS) {
        expected.add(since(since));
        expectedSince = since;
      }
    }
    assertThat(told).isEqualTo(expected);
    assertThat(expected).isNotEmpty();
  }
}
