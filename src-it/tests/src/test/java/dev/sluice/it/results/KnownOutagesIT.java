package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.analysis.rehearsal.FaultFigure;
import dev.sluice.control.analysis.rehearsal.Rehearsal;
import dev.sluice.control.analysis.rehearsal.Rehearsal.Episode;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.Worker;
import dev.sluice.jms.tracking.history.History;
import dev.sluice.jms.tracking.history.WorkerHistory;
import dev.sluice.jms.tracking.sequence.Arrival;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Outages of known length in virtual time, of all lengths and kinds: a rehearsal finds how long
 * each was, whatever the interval of the run, and every message that was lost in one.
 */
class KnownOutagesIT {

  private static final int RUNS = Boolean.getBoolean("soak") ? 300 : 12;
  private static final int RUNS_THAT_STOOD = Boolean.getBoolean("soak") ? 1_000 : 100;
  private static final double EXACT_SECONDS = 0.05;
  private static final double SURE_SECONDS = 0.2;
  private static final double SLOW_SECONDS = 0.3;
  private static final double NEAR_SECONDS = 1.3; // what a standstill can make doubtful

  @TempDir Path folder;

  @Test
  void outagesAreAsLongAsTheyWereAndTheLostMessageIsFound() throws Exception {
    for (long seed = 0; seed < RUNS; seed++) {
      Story story = new Story(seed, false);
      Rehearsal found = story.play(folder.resolve("run-" + seed));
      assertThat(found.problems()).isEmpty();
      assertThat(found.before().figures().get(FaultFigure.OUTAGE)).as("seed %d", seed).isZero();
      assertThat(found.faults()).hasSameSizeAs(story.outages);
      assertThat(found.delivered().lost()).as("seed %d", seed).isOne();
      for (int i = 0; i < story.outages.size(); i++) {
        Outage truth = story.outages.get(i);
        Episode episode = found.faults().get(i);
        String what = "seed %d, fault %d: %s, found %s".formatted(seed, i, truth, episode);
        assertThat(seconds(episode, FaultFigure.OUTAGE))
            .as(what)
            .isCloseTo(truth.length(), within(EXACT_SECONDS));
        assertThat(seconds(episode, FaultFigure.RATE_BACK))
            .as(what)
            .isCloseTo(truth.length(), within(EXACT_SECONDS));
        assertThat(episode.figures().get(FaultFigure.LOST))
            .as(what)
            .isEqualTo(i == story.lossy ? 1 : 0);
        if (truth.kind == Kind.BROKEN) {
          assertThat(seconds(episode, FaultFigure.LAST_BACK))
              .as(what)
              .isCloseTo(truth.length(), within(EXACT_SECONDS));
          assertThat(seconds(episode, FaultFigure.FIRST_BACK))
              .as(what)
              .isCloseTo(truth.length() - truth.stagger, within(EXACT_SECONDS));
          assertThat(episode.figures().get(FaultFigure.IN_DOUBT)).as(what).isPositive();
        }
      }
    }
  }

  /**
   * The harness stands still at random: an outage has its length all the same, within 0.2 s, or
   * none where a standstill hides an end of it; and a standstill is never an outage.
   */
  @Test
  void aStandstillOfTheHarnessIsNoOutage() throws Exception {
    int judged = 0;
    int all = 0;
    for (long seed = 0; seed < RUNS_THAT_STOOD; seed++) {
      Story story = new Story(seed, true);
      Rehearsal found = story.play(folder.resolve("run-" + seed));
      assertThat(found.problems()).isEmpty();
      assertThat(found.delivered().lost()).as("seed %d", seed).isOne();
      assertThat(seconds(found.before(), FaultFigure.OUTAGE))
          .as("seed %d, before the first fault: %s", seed, found.before())
          .isLessThanOrEqualTo(SURE_SECONDS);
      for (int i = 0; i < story.outages.size(); i++) {
        Outage truth = story.outages.get(i);
        Episode episode = found.faults().get(i);
        String what =
            "seed %d, fault %d: %s, standstills %s, found %s"
                .formatted(
                    seed, i, truth, Arrays.deepToString(story.standstills.toArray()), episode);
        all++;
        if (episode.figures().get(FaultFigure.OUTAGE) == FaultFigure.NOT_JUDGED) {
          assertThat(episode.standstills()).as(what).isNotEmpty();
          assertThat(story.standstills).as(what).anyMatch(truth::hasAnEndIn);
        } else {
          judged++;
          assertThat(seconds(episode, FaultFigure.OUTAGE))
              .as(what)
              .isCloseTo(truth.length(), within(SURE_SECONDS));
          assertThat(seconds(episode, FaultFigure.RATE_BACK))
              .as(what)
              .isCloseTo(truth.length(), within(SURE_SECONDS));
        }
      }
    }
    assertThat((double) judged / all).isBetween(0.75, 0.99);
  }

  /** All work is slow where the host has no processor for it: no outage passes for none. */
  @Test
  void anOutageThatMayNotBeSeenIsNotJudgedOnABusyHost() throws Exception {
    int hidden = 0;
    for (long seed = 0; seed < RUNS_THAT_STOOD; seed++) {
      Story story = new Story(seed, true, SLOW_SECONDS);
      Rehearsal found = story.play(folder.resolve("run-" + seed));
      for (Episode episode : found.lateNanos().isPresent() ? found.faults() : List.<Episode>of()) {
        assertThat(episode.figures().get(FaultFigure.OUTAGE))
            .as(
                "seed %d, %s, standstills %s, found %s, %s",
                seed,
                story.outages,
                Arrays.deepToString(story.standstills.toArray()),
                episode,
                found)
            .isNotZero();
        if (episode.figures().get(FaultFigure.OUTAGE) == FaultFigure.NOT_JUDGED) {
          hidden++;
          assertThat(episode.standstills()).as("seed %d, %s", seed, episode).isNotEmpty();
        }
      }
    }
    assertThat(hidden).isPositive();
  }

  /** What else is on such a host is late, too, at any time: an outage may be of that alone. */
  @Test
  void whereAllProcessorsAreInUseNothingIsJudgedAfterAStandstill() throws Exception {
    for (long seed = 0; seed < RUNS_THAT_STOOD; seed++) {
      Story story = new Story(seed, true).onABusyHost();
      Rehearsal found = story.play(folder.resolve("run-" + seed));
      for (int i = 0; i < story.outages.size(); i++) {
        Episode episode = found.faults().get(i);
        double next = i + 1 < story.outages.size() ? story.outages.get(i + 1).from : story.end;
        double standstill = story.standstills.get(0)[0];
        if (standstill < next - SLOW_SECONDS) {
          assertThat(episode.figures())
              .as("seed %d, fault %d: %s", seed, i, episode)
              .containsEntry(FaultFigure.OUTAGE, FaultFigure.NOT_JUDGED)
              .containsEntry(FaultFigure.RATE_BACK, FaultFigure.NOT_JUDGED);
          assertThat(episode.figures().getOrDefault(FaultFigure.LAST_BACK, FaultFigure.NOT_JUDGED))
              .as("seed %d, fault %d: %s", seed, i, episode)
              .isIn(FaultFigure.NOT_JUDGED, FaultFigure.NOT_BACK);
          assertThat(episode.standstills().toString()).contains("all in use");
        } else if (standstill > next) {
          assertThat(seconds(episode, FaultFigure.OUTAGE))
              .as("seed %d, fault %d: %s", seed, i, episode)
              .isCloseTo(story.outages.get(i).length(), within(SURE_SECONDS));
        }
      }
    }
  }

  private static double seconds(Episode episode, FaultFigure figure) {
    return episode.figures().get(figure) / 1e9;
  }

  private enum Kind {
    /** Calls do not return until it is over. */
    BLOCKED,
    /** Connections are lost, puts are in doubt. */
    BROKEN
  }

  /**
   * An outage, in seconds since the start.
   *
   * @param stagger how much earlier all but one of the workers are back
   */
  private record Outage(Kind kind, double from, double to, double stagger) {

    double length() {
      return to - from;
    }

    double toOf(int worker) {
      return worker == 0 ? to : to - stagger;
    }

    /** The same, of a fault that was made later, because the harness stood still. */
    Outage at(double seconds) {
      return new Outage(kind, seconds, seconds + length(), stagger);
    }

    boolean hasAnEndIn(double[] standstill) {
      return isNear(from, standstill) || isNear(to, standstill);
    }

    private static boolean isNear(double end, double[] standstill) {
      return standstill[0] - NEAR_SECONDS < end && end < standstill[1] + NEAR_SECONDS;
    }
  }

  /** A run of paced senders through some outages. */
  private static final class Story {

    private final VirtualTime clock = new VirtualTime();
    private final SplittableRandom random;
    private final double perSecond;
    private final int workers;
    private final CatchUp catchUp;
    private final Duration interval;
    private final List<Outage> outages = new ArrayList<>();
    private final List<Outage> made = new ArrayList<>();
    private final List<double[]> standstills = new ArrayList<>();
    private final int lossy;
    private final double end;
    private final double slowSeconds; // at most, of a call
    private final History history =
        new History(clock, () -> ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant()), "host");
    private final WorkerHistory arrivals =
        history.arrivals("receivers", 0, true, List.of("queue Q"));
    private boolean lost;
    private boolean busyHost;

    Story(long seed, boolean stands) {
      this(seed, stands, 0.003);
    }

    Story(long seed, boolean stands, double slowSeconds) {
      this.slowSeconds = slowSeconds;
      random = new SplittableRandom(seed);
      perSecond = random.nextDouble(60, 300);
      workers = isSlow() ? 12 : random.nextInt(2, 12);
      catchUp =
          switch (random.nextInt(3)) {
            case 0 -> CatchUp.UNLIMITED;
            case 1 -> CatchUp.NONE;
            default -> CatchUp.DEFAULT;
          };
      interval = Duration.ofSeconds(random.nextInt(1, 11));
      double at = random.nextDouble(4, 8);
      for (int i = 0; i < 3; i++) {
        double length = 0.2 * Math.pow(150, random.nextDouble());
        boolean staggered = length > 1 && random.nextBoolean();
        outages.add(
            new Outage(
                random.nextBoolean() ? Kind.BLOCKED : Kind.BROKEN,
                at,
                at + length,
                staggered ? random.nextDouble(0.2, length - 0.5) : 0));
        at += length + random.nextDouble(3, 6);
      }
      end = at;
      lossy = random.nextInt(outages.size());
      double standsAt = 1;
      while (stands && standstills.size() < 4) {
        standsAt += random.nextDouble(standstills.isEmpty() && isSlow() ? 1 : end / 3);
        double[] standstill = {standsAt, standsAt + random.nextDouble(0.5, 4)};
        standstills.add(standstill);
        standsAt = standstill[1] + 1;
      }
    }

    /** All of its processors are in use for the whole time. */
    Story onABusyHost() {
      busyHost = true;
      return this;
    }

    private boolean isSlow() {
      return slowSeconds > EXACT_SECONDS;
    }

    Rehearsal play(Path path) throws Exception {
      RunFolder folder = TestRun.folder(path, "");
      clock.play(
          () -> {
            history.begin(
                Files.newOutputStream(path.resolve(RunFiles.HISTORY)),
                failure -> {
                  throw new IllegalStateException(failure);
                });
            RunSpec spec =
                new RunSpec(
                    "",
                    List.of(
                        WorkloadSpec.of(
                                "senders",
                                Sender::new,
                                workers,
                                new RateTarget.PerWorker(perSecond / workers))
                            .withCatchUp(catchUp)),
                    Duration.ofNanos((long) (end * 1e9)),
                    Duration.ZERO,
                    interval,
                    Duration.ofSeconds(60));
            Run run = new Run(spec, clock, clock, meter(), random.split(), List.of(folder));
            clock.start("faults", () -> mark(run));
            clock.start("host", this::standStill);
            run.execute();
            history.close();
            return run;
          });
      folder.close();
      return Rehearsal.of(RecordedRun.open(path));
    }

    private CpuMeter meter() {
      return new CpuMeter() {
        @Override
        public long cpuNanos() {
          return 0;
        }

        @Override
        public Map<Hindrance.Kind, Long> withheld() {
          return Map.of(Hindrance.Kind.BUSY_HOST, busyHost ? clock.nanos() : 0);
        }
      };
    }

    private void mark(Run run) {
      for (int i = 0; i < outages.size(); i++) {
        sleepUntil(outages.get(i).from);
        outages.set(i, outages.get(i).at(now()));
        made.add(outages.get(i));
        run.control().mark("fault " + outages.get(i).kind);
      }
    }

    private void standStill() {
      for (double[] each : standstills) {
        sleepUntil(each[0]);
        clock.standStill((long) ((each[1] - now()) * 1e9));
      }
    }

    private double now() {
      return (clock.nanos() - VirtualTime.ORIGIN) / 1e9;
    }

    private void sleepUntil(double seconds) {
      clock.spend(Math.max(0, (long) ((seconds - now()) * 1e9)));
    }

    private final class Sender implements Worker {

      private final int index;
      private final WorkerHistory sent;
      private WorkerContext context;
      private int name;
      private long number;

      Sender(int index) {
        this.index = index;
        this.sent = history.sends("senders", index, List.of("queue Q"));
      }

      @Override
      public void attach(WorkerContext given) {
        context = given;
      }

      @Override
      public void open() throws IOException {
        context.connection().connected("QM");
      }

      @Override
      public Outcome iterate() {
        number++;
        sent.sending("t/" + index + "." + name, number, context.times());
        long serviceNanos = random.nextLong(100_000, (long) (slowSeconds * 1e9));
        double at = now() + serviceNanos / 1e9; // the broker does not stand still
        clock.spend(serviceNanos);
        for (Outage each : made) {
          if (each.from <= at && at < each.toOf(index)) {
            return each.kind == Kind.BLOCKED ? blocked(each) : broken(each);
          }
        }
        return arrived();
      }

      private Outcome blocked(Outage outage) {
        sleepUntil(outage.toOf(index));
        return arrived();
      }

      private Outcome broken(Outage outage) {
        context.connection().reconnecting(0);
        sleepUntil(outage.toOf(index));
        context.connection().reconnected("QM");
        sent.inDoubt();
        name++;
        number = 0;
        return Outcome.IN_DOUBT;
      }

      private Outcome arrived() {
        Outage last = outages.get(lossy);
        boolean loses = !lost && number > 1 && now() > last.from;
        if (loses) {
          lost = true;
        } else {
          arrivals.arrived(
              new Arrival(Arrival.Integrity.INTACT, "t/" + index + "." + name, number, false),
              clock.nanos());
          arrivals.committedAtOnce();
        }
        sent.committed();
        sent.iterated(true);
        return Outcome.DONE;
      }

      @Override
      public void close() {}
    }
  }
}
