package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.Observations;
import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.WorkerContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * For every outage, an objective on a percentile passes only if that share of all that was due was
 * done within the limit, or is not older yet. The truth is kept by the workers of the test: when
 * each iteration that they were given was due, and when it was done.
 */
class ObjectivesInAnOutageIT {

  private static final int RUNS = Boolean.getBoolean("soak") ? 150 : 40;
  private static final double[] PERCENTILES = {50, 90, 95, 99, 100};

  @Test
  void aPercentilePassesOnlyIfItIsThatOfAllThatWasDue() throws Exception {
    int passed = 0;
    int missedThoughDoneInTime = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      Outages run = new Outages(new SplittableRandom(seed));
      Observations window = Observations.of(run.play().workloads().get(0), Optional.empty());
      SplittableRandom random = new SplittableRandom(~seed);
      for (double percentile : PERCENTILES) {
        for (int i = 0; i < 20; i++) {
          double limitSeconds = 0.001 * Math.pow(30_000, random.nextDouble());
          boolean met = met(window, percentile, limitSeconds);
          double share = percentile / 100;
          if (met) {
            passed++;
            assertThat(run.shareWithin(limitSeconds * 1.02 + 0.002) + run.one())
                .as("seed %d: p%s < %s s", seed, percentile, limitSeconds)
                .isGreaterThanOrEqualTo(share);
          } else if (run.doneAloneMeets(share, limitSeconds * 0.98 - 0.002)) {
            missedThoughDoneInTime++;
            assertThat(run.shareWithin(limitSeconds * 0.98 - 0.002) - run.one())
                .as("seed %d: not p%s < %s s", seed, percentile, limitSeconds)
                .isLessThan(share + 0.01);
          }
        }
      }
      if (Objective.parse("dropped == 0").judge("", "w", window).met()) {
        assertThat(run.droppedOrTooOld()).as("seed %d", seed).isZero();
      }
    }
    assertThat(passed).isGreaterThan(7 * RUNS);
    assertThat(missedThoughDoneInTime)
        .as("where what was done alone would pass")
        .isGreaterThan(3 * RUNS);
  }

  private static boolean met(Observations window, double percentile, double limitSeconds) {
    String figure =
        percentile == 100 ? "max" : "p" + String.format(Locale.ROOT, "%.0f", percentile);
    String limit = String.format(Locale.ROOT, "%.6fs", limitSeconds);
    return Objective.parse(figure + " < " + limit).judge("", "w", window).met();
  }

  /** A run whose broker does not answer, fails or is slow for some time, maybe to the end. */
  private static final class Outages {

    private enum Kind {
      BLOCKED,
      FAILING,
      SLOW
    }

    private record Outage(Kind kind, double from, double to) {}

    private record Iteration(double ended, boolean failed) {}

    private final VirtualTime clock = new VirtualTime();
    private final SplittableRandom random;
    private final double rate;
    private final double length;
    private final CatchUp catchUp;
    private final List<Outage> outages = new ArrayList<>();
    private final List<Caller> callers = new ArrayList<>();
    private final List<Double> seconds = new ArrayList<>(); // each that was due; infinite if never
    private final List<Double> done = new ArrayList<>();
    private long dropped;
    private long tooOld;

    Outages(SplittableRandom random) {
      this.random = random;
      this.rate = random.nextDouble(1.5, 30);
      this.length = random.nextInt(8, 25);
      this.catchUp =
          switch (random.nextInt(3)) {
            case 0 -> CatchUp.UNLIMITED;
            case 1 -> CatchUp.NONE;
            default -> CatchUp.DEFAULT;
          };
      double from = random.nextDouble(1, length);
      while (from < length) {
        double to = from + random.nextDouble(0.2, 12);
        outages.add(new Outage(Kind.values()[random.nextInt(3)], from, to));
        from = to + random.nextDouble(0.5, 6);
      }
    }

    Summary play() throws Exception {
      int workers = random.nextInt(1, 6);
      Duration duration = Duration.ofNanos((long) (length * 1e9));
      WorkloadSpec workload =
          WorkloadSpec.of("w", index -> caller(), workers, new RateTarget.PerWorker(rate))
              .withCatchUp(catchUp);
      RunSpec spec =
          new RunSpec(
              "",
              List.of(workload),
              duration,
              Duration.ZERO,
              Duration.ofSeconds(1),
              Duration.ofSeconds(60));
      SplittableRandom seeds = random.split();
      Summary summary =
          clock.play(() -> new Run(spec, clock, clock, () -> 0, seeds, List.of()).execute());
      callers.forEach(Caller::judge);
      return summary;
    }

    /** The share of all that was due that took no longer than this, or is not older yet. */
    double shareWithin(double limit) {
      return (double) seconds.stream().filter(each -> each < limit).count() / seconds.size();
    }

    /** Whether the objective would pass if nothing counted but what was done. */
    boolean doneAloneMeets(double share, double limit) {
      return done.stream().filter(each -> each < limit).count() >= share * done.size();
    }

    /** What rounding may move. */
    double one() {
      return (1.0 + callers.size()) / seconds.size();
    }

    long droppedOrTooOld() {
      return dropped + tooOld;
    }

    private Worker caller() {
      Caller caller = new Caller();
      callers.add(caller);
      return caller;
    }

    private double now() {
      return (clock.nanos() - VirtualTime.ORIGIN) / 1e9;
    }

    private final class Caller implements Worker {

      private final SplittableRandom own = random.split();
      private final TreeMap<Double, Iteration> begun = new TreeMap<>(); // by when they were due
      private WorkerContext context;

      @Override
      public void attach(WorkerContext given) {
        context = given;
      }

      @Override
      public void open() throws IOException {
        for (Outage outage : outages) {
          if (outage.kind == Kind.FAILING && outage.from <= now() && now() < outage.to) {
            throw new IOException("the broker is gone");
          }
        }
      }

      @Override
      public Outcome iterate() throws IOException {
        double due = (context.times().intendedNanos() - VirtualTime.ORIGIN) / 1e9;
        begun.put(due, new Iteration(Double.POSITIVE_INFINITY, false));
        boolean fails = false;
        clock.spend((long) (own.nextExponential() * 3e6));
        for (Outage outage : outages) {
          if (outage.from <= now() && now() < outage.to) {
            fails = outage.kind == Kind.FAILING;
            clock.spend(
                switch (outage.kind) {
                  case BLOCKED -> (long) ((outage.to - now()) * 1e9);
                  case FAILING -> own.nextLong(1, 5_000_000);
                  case SLOW -> own.nextLong(50_000_000, 2_000_000_000);
                });
            break;
          }
        }
        begun.put(due, new Iteration(now(), fails));
        if (fails) {
          throw new IOException("the broker is gone");
        }
        return Outcome.DONE;
      }

      /** What became by the end of the run of each iteration that was due for this worker. */
      private void judge() {
        double last = 0;
        for (Map.Entry<Double, Iteration> each : begun.headMap(length).entrySet()) {
          last = Math.max(last, each.getKey());
        }
        double first = begun.firstKey();
        for (long i = 0; first + i / rate < length; i++) {
          double due = first + i / rate;
          Map.Entry<Double, Iteration> found = begun.ceilingEntry(due - 1e-6);
          boolean given = found != null && found.getKey() < due + 1e-6;
          if (given && found.getValue().ended <= length && !found.getValue().failed) {
            done.add(found.getValue().ended - due);
            seconds.add(found.getValue().ended - due);
          } else if (given ? found.getValue().ended <= length : due < last) {
            dropped += given ? 0 : 1;
            seconds.add(Double.POSITIVE_INFINITY);
          } else {
            boolean youngest = first + (i + 1) / rate >= length;
            boolean old = length - due > catchUp.limitNanos() / 1e9 + 0.1;
            tooOld += !given && !youngest && old ? 1 : 0;
            seconds.add(length - due);
          }
        }
      }

      @Override
      public void close() {}
    }
  }
}
