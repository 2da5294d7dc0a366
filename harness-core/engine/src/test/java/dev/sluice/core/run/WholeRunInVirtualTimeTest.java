package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Window;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.WorkerContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A whole run plays in virtual time: 180 workers connect one after the other, warm up, follow ramps
 * and a pause, lose their broker, get company and are ended, while one output is slow. With one
 * seed all of that comes out the same to the last digit.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WholeRunInVirtualTimeTest {

  /** Histograms by what they hold. */
  private static final RecursiveComparisonConfiguration FIGURES =
      RecursiveComparisonConfiguration.builder()
          .withEqualsForType(Latency::equals, Latency.class)
          .build();

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final int SENDERS = 120;
  private static final int REQUESTERS = 60;
  private static final int ADDED = 25;
  private static final int ENDED = 15;
  private static final Duration WARMUP = Duration.ofSeconds(5);
  private static final Duration DURATION = Duration.ofSeconds(60);

  private final Map<Long, Played> played = new HashMap<>(); // by seed; one run serves several tests

  private Played played(long seed) throws Exception {
    if (!played.containsKey(seed)) {
      played.put(seed, new Played(seed));
    }
    return played.get(seed);
  }

  @Test
  void playsTwiceWithIdenticalFigures() throws Exception {
    Played first = played(17);
    Played second = new Played(17);
    assertThat(second.summary).usingRecursiveComparison(FIGURES).isEqualTo(first.summary);
    assertThat(second.snapshots).isEqualTo(first.snapshots);
    assertThat(second.texts()).isEqualTo(first.texts());
    assertThat(second.events).isEqualTo(first.events);
    assertThat(second.connections).isEqualTo(first.connections);
    assertThat(second.seenBySlow).isEqualTo(first.seenBySlow);
    assertThat(second.realIterations).isEqualTo(first.realIterations);
  }

  @Test
  void anotherSeedGivesOtherFigures() throws Exception {
    Played first = played(17);
    Played other = played(3);
    assertThat(other.snapshots).isNotEqualTo(first.snapshots);
    assertThat(other.summary).usingRecursiveComparison(FIGURES).isNotEqualTo(first.summary);
  }

  @Test
  void takesTheExpectedTimeAndShowsItsSteps() throws Exception {
    Played run = played(3);
    assertThat(run.summary.warmupNanos()).isEqualTo(WARMUP.toNanos());
    assertThat(run.summary.measuredNanos()).isEqualTo(DURATION.toNanos());
    assertThat(run.snapshots).hasSize(65);
    assertThat(run.snapshots).allMatch(each -> each.lengthNanos() == SECOND_NANOS);
    Summary.Workload senders = run.summary.workloads().get(0);
    assertThat(senders.whole().counts().due())
        .isEqualTo(senders.whole().counts().settled() + senders.whole().counts().dropped());
    assertThat(senders.reconnects().count()).isEqualTo(SENDERS + ADDED - ENDED);
    assertThat(senders.whole().end().errorsByCause())
        .containsOnlyKeys("IOException: the broker is gone");
    assertThat(last(run).workloads())
        .extracting(window -> window.end().workers())
        .containsExactly(SENDERS + ADDED - ENDED, REQUESTERS);
    assertThat(run.events)
        .extracting(RunEvent::kind)
        .contains(
            RunEvent.Kind.STARTED,
            RunEvent.Kind.WARMUP_ENDED,
            RunEvent.Kind.RATE,
            RunEvent.Kind.PAUSED,
            RunEvent.Kind.RESUMED,
            RunEvent.Kind.CONNECTION,
            RunEvent.Kind.WORKERS,
            RunEvent.Kind.STOPPING);
    assertThat(run.seenBySlow).as("slow, and yet told of everything").hasSize(65);
  }

  @Test
  void nobodyWaitsForTheSlowOutput() throws Exception {
    Played run = played(3);
    for (int i = 0; i < run.snapshots.size(); i++) {
      assertThat(run.snapshots.get(i).sinceStartNanos()).isEqualTo((i + 1) * SECOND_NANOS);
    }
    assertThat(run.commandNanos).as("commands return at once").allMatch(nanos -> nanos == 0);
  }

  /** Four hours of intervals are more than its queue holds. */
  @Test
  void anOutputThatIsBlockedForHoursHoldsNobodyUpAndWhatItMissedIsTold() throws Exception {
    VirtualTime clock = new VirtualTime();
    List<RunEvent> events = new ArrayList<>();
    Sink blocked =
        new Sink() {
          @Override
          public String name() {
            return "console";
          }

          @Override
          public void interval(Snapshot snapshot) {
            clock.spend(Duration.ofDays(1).toNanos());
          }
        };
    Sink free =
        new Sink() {
          @Override
          public void event(RunEvent event) {
            events.add(event);
          }
        };
    Duration hours = Duration.ofHours(4);
    WorkloadSpec workload =
        WorkloadSpec.of("w", TestWorkers.idle(), 1, new RateTarget.PerWorker(0.1));
    RunSpec spec =
        new RunSpec(
            "", List.of(workload), hours, Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO);
    Summary summary =
        clock.play(
            () ->
                new Run(
                        spec,
                        clock,
                        clock,
                        () -> 0,
                        new SplittableRandom(1),
                        List.of(blocked, free))
                    .execute());
    assertThat(summary.measuredNanos()).isEqualTo(hours.toNanos());
    // one is being shown, and as many as the queue holds wait
    long missed = hours.toSeconds() - 1 - 3_600;
    assertThat(summary.overflows()).containsExactly(new Overflow("console", missed, 0));
    assertThat(events.get(events.size() - 1).text())
        .isEqualTo("console was blocked: it missed " + missed + " intervals and 0 events");
    assertThat(events)
        .filteredOn(event -> event.kind() == RunEvent.Kind.HARNESS)
        .singleElement()
        .extracting(RunEvent::text)
        .asString()
        .startsWith("the output console was blocked for 14399.0 s (");
  }

  private static Snapshot last(Played run) {
    return run.snapshots.get(run.snapshots.size() - 1);
  }

  /** One run from beginning to end. */
  private static final class Played {

    final List<Snapshot> snapshots = new ArrayList<>();
    final List<RunEvent> events = new ArrayList<>();
    final List<ConnectionEvent> connections = new ArrayList<>();
    final List<Long> seenBySlow = new ArrayList<>();
    final List<Long> commandNanos = new ArrayList<>();
    final Summary summary;
    long realIterations;

    private final VirtualTime clock = new VirtualTime();
    private final SplittableRandom random;
    private boolean brokerIsGone;

    Played(long seed) throws Exception {
      random = new SplittableRandom(seed);
      summary = clock.play(this::play);
    }

    private Summary play() throws Exception {
      Run run =
          new Run(
              new RunSpec(
                  "virtual",
                  List.of(senders(), requesters()),
                  WARMUP.plus(DURATION),
                  WARMUP,
                  Duration.ofSeconds(1),
                  Duration.ofSeconds(10)),
              clock,
              clock,
              () -> clock.nanos() / 10,
              random.split(),
              List.of(keeping(), slow()));
      clock.start("operator", () -> operate(run.control()));
      clock.start("broker", this::breakAndMend);
      return run.execute();
    }

    private WorkloadSpec senders() {
      return WorkloadSpec.of("senders", Broker::new, SENDERS, new RateTarget.PerWorker(2))
          .withRamp(Duration.ofSeconds(10))
          .withPerWorkerReadings(true);
    }

    private WorkloadSpec requesters() {
      return WorkloadSpec.of("requesters", Broker::new, REQUESTERS, new RateTarget.Total(90))
          .withArrivals(Arrivals.POISSON)
          .withPacing(Pacing.THINK_TIME);
    }

    /** Goes by the time since the workers began to connect. */
    private void operate(RunControl control) {
      try {
        clock.spend(20 * SECOND_NANOS);
        command(() -> control.changeRate("senders", new RateChange.ByPerWorker(1.15), seconds(7)));
        clock.spend(4 * SECOND_NANOS);
        command(() -> control.changeRate("", new RateChange.ByPercent(30), Duration.ZERO));
        clock.spend(6 * SECOND_NANOS);
        command(() -> control.pause(""));
        clock.spend(3 * SECOND_NANOS);
        command(() -> control.resume(""));
        clock.spend(5 * SECOND_NANOS);
        control.addWorkers("senders", ADDED);
        control.mark("more of them");
        clock.spend(10 * SECOND_NANOS);
        control.endWorkers("senders", ENDED);
      } catch (RunControlException e) {
        throw new AssertionError(e);
      }
    }

    private interface Command {
      List<WorkloadStatus> give() throws RunControlException;
    }

    private void command(Command command) throws RunControlException {
      long before = clock.nanos();
      command.give();
      commandNanos.add(clock.nanos() - before);
    }

    private void breakAndMend() {
      clock.spend(52 * SECOND_NANOS);
      brokerIsGone = true;
      clock.spend(4 * SECOND_NANOS);
      brokerIsGone = false;
    }

    private static Duration seconds(long seconds) {
      return Duration.ofSeconds(seconds);
    }

    private Sink keeping() {
      return new Sink() {
        @Override
        public void event(RunEvent event) {
          events.add(event);
        }

        @Override
        public void connections(List<ConnectionEvent> news) {
          connections.addAll(news);
        }

        @Override
        public void interval(Snapshot snapshot) {
          snapshots.add(snapshot);
        }
      };
    }

    /** Takes 1.4 s for each interval of a second. */
    private Sink slow() {
      return new Sink() {
        @Override
        public void interval(Snapshot snapshot) {
          clock.spend(1_400_000_000L);
          seenBySlow.add(clock.nanos());
        }
      };
    }

    /** Every figure as text, so that not only what counts as equal is compared. */
    List<String> texts() {
      return Stream.concat(
              snapshots.stream().flatMap(each -> each.workloads().stream()).map(Played::text),
              summary.workloads().stream().map(each -> each + times(each.measured())))
          .toList();
    }

    private static String text(Window workload) {
      return workload + times(workload);
    }

    private static String times(Window measures) {
      return Stream.of(measures.latency(), measures.service())
          .map(times -> times.meanNanos() + " +- " + times.deviationNanos())
          .collect(Collectors.joining(", "));
    }

    /** A worker whose calls take some milliseconds, of a broker that may be gone. */
    private final class Broker implements Worker {

      private final SplittableRandom own = random.split();
      private final boolean clientReconnects;
      private ConnectionWatch connection = ConnectionWatch.NOBODY;

      Broker(int index) {
        clientReconnects = index % 3 == 0;
      }

      @Override
      public void attach(WorkerContext context) {
        connection = context.connection();
      }

      @Override
      public void open() throws IOException {
        clock.spend(own.nextLong(5_000_000, 80_000_000));
        if (brokerIsGone) {
          throw new IOException("the broker is gone");
        }
        connection.connected("QM" + (1 + own.nextInt(3)));
      }

      @Override
      public Outcome iterate() throws IOException {
        clock.spend((long) (own.nextExponential() * 8_000_000));
        realIterations++;
        if (!brokerIsGone) {
          return own.nextInt(50) == 0 ? Outcome.NOTHING : Outcome.DONE;
        }
        if (!clientReconnects) {
          throw new IOException("the broker is gone");
        }
        connection.reconnecting(0);
        while (brokerIsGone) {
          clock.spend(100_000_000);
        }
        clock.spend(own.nextLong(300_000_000));
        connection.reconnected("QM" + (1 + own.nextInt(3)));
        return Outcome.IN_DOUBT;
      }

      @Override
      public void close() {
        clock.spend(1_000_000);
      }
    }
  }
}
