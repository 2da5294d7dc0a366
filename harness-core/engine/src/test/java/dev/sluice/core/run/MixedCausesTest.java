package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Shortfall;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.result.Verdict.Interruption;
import dev.sluice.core.result.Verdict.Kind;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import dev.sluice.core.worker.SimulatedLife;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.WorkerContext;
import dev.sluice.core.worker.WorkerSettings.Disconnects;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * 500 runs in simulated time into which causes are mixed at random, each for periods of its own.
 * What falls due in a period and is not done in it is due to its cause; where one cause explains
 * over half of all that is missing, the verdict names it.
 */
class MixedCausesTest {

  private static final int RUNS = 500;
  private static final List<Cause> CAUSES = List.of(Cause.values());
  private static final double SECONDS = 120;
  private static final CpuUse IDLE = new CpuUse(0, 1_000_000_000L, 4);

  private static final Map<Cause, Kind> KINDS =
      Map.of(
          Cause.NO_CONNECTION, Kind.INTERRUPTED,
          Cause.FAILURES, Kind.FAILED,
          Cause.HARNESS, Kind.HARNESS_LIMITED,
          Cause.NOTHING_TO_DO, Kind.IDLE,
          Cause.BUSY, Kind.SATURATED);

  @Test
  void theCauseThatExplainsOverHalfIsNamed() {
    Map<Kind, Integer> named = new EnumMap<>(Kind.class);
    for (long seed = 0; seed < RUNS; seed++) {
      Mixture mixture = new Mixture(new SplittableRandom(seed));
      Verdict verdict = mixture.verdict();
      for (Cause cause : Cause.values()) {
        if (mixture.missing(cause) > mixture.missing() / 2) {
          assertThat(verdict.kind())
              .as("seed %d, missing %s: %s", seed, mixture.missing, verdict.explanation())
              .isEqualTo(KINDS.get(cause));
          named.merge(verdict.kind(), 1, Integer::sum);
        }
      }
    }
    assertThat(named).as("each cause is the main one of many").hasSize(KINDS.size());
    assertThat(named.values()).allMatch(count -> count >= 40);
  }

  /** One run. */
  private static final class Mixture implements Worker {

    final Map<Cause, Double> missing = new EnumMap<>(Cause.class);

    private final SplittableRandom random;
    private final double rate;
    private final SimulatedLife life;
    private final Cause favourite;
    private Cause present; // null while all is well
    private double presentUntil;
    private double lastSeconds;
    private long done;
    private long doneBefore;
    private boolean lost;
    private Window atEnd;
    private ConnectionWatch connection;

    Mixture(SplittableRandom random) {
      this.random = random;
      this.rate = random.nextDouble(5, 50);
      this.favourite = CAUSES.get(random.nextInt(CAUSES.size()));
      CatchUp catchUp = random.nextBoolean() ? CatchUp.DEFAULT : CatchUp.NONE;
      this.life =
          new SimulatedLife(this, Pacing.SCHEDULE, catchUp, 0, Disconnects.NEVER)
              .onConnection(this::change);
      double from = 0;
      while (from < SECONDS) {
        double length = random.nextDouble(4, 20);
        Cause cause =
            switch (random.nextInt(4)) {
              case 0 -> null;
              case 1 -> CAUSES.get(random.nextInt(CAUSES.size()));
              default -> favourite;
            };
        double until = Math.min(SECONDS, from + length);
        life.at(from, () -> enter(cause, until));
        from = until;
      }
      life.at(SECONDS, this::end);
      life.liveRate.turn(new ConstantRate(rate), life.clock.nanos());
      life.liveRate.start(life.clock.nanos());
      life.run();
    }

    Verdict verdict() {
      Window reading = atEnd;
      return Verdict.of(
          new Verdict.Evidence(
              Pacing.SCHEDULE,
              reading,
              Shortfall.of(reading, Unfinished.NOTHING),
              1,
              Interruption.NONE,
              Map.of(),
              IDLE,
              List.of()));
    }

    double missing(Cause cause) {
      return missing.getOrDefault(cause, 0.0);
    }

    double missing() {
      return missing.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private void enter(Cause next, double until) {
      settle();
      present = next;
      presentUntil = until;
      life.clock.oversleepBy(0);
      if (next == Cause.HARNESS) {
        life.clock.oversleepBy((long) (random.nextDouble(2, 5) * 1e9));
      }
    }

    /** A connection that is lost stays so until the worker has tried again, whatever comes next. */
    private void change(ConnectionChange change) {
      settle();
      lost = change.transition() == ConnectionChange.Transition.LOST;
    }

    /** Iterations that fell due in the period that is over and were not done in it. */
    private void settle() {
      double now = life.seconds();
      Cause cause = lost ? Cause.NO_CONNECTION : present;
      if (cause != null) {
        double due = rate * (now - lastSeconds);
        missing.merge(cause, Math.max(0, due - (done - doneBefore)), Double::sum);
      }
      lastSeconds = now;
      doneBefore = done;
    }

    private void end() {
      settle();
      atEnd = life.read();
      life.stop();
    }

    @Override
    public void attach(WorkerContext context) {
      connection = context.connection();
    }

    @Override
    public void open() {
      if (present == Cause.NO_CONNECTION) {
        throw new IllegalStateException("nobody answers");
      }
    }

    @Override
    public Outcome iterate() {
      if (present == null || present == Cause.HARNESS) {
        return done();
      }
      double takes = Math.min(random.nextDouble(2, 5), Math.max(0, presentUntil - life.seconds()));
      switch (present) {
        case NO_CONNECTION -> {
          if (random.nextBoolean()) {
            throw new IllegalStateException("the connection is lost");
          }
          connection.reconnecting(0); // a client that reconnects by itself, inside a call
          pass(takes);
          connection.reconnected("QM1");
          return done();
        }
        case FAILURES -> {
          pass(takes);
          throw new IllegalArgumentException("refused");
        }
        case NOTHING_TO_DO -> {
          pass(takes);
          return Outcome.NOTHING;
        }
        default -> {
          pass(takes);
          return done();
        }
      }
    }

    private void pass(double seconds) {
      life.clock.advance((long) (seconds * 1e9));
    }

    private Outcome done() {
      done++;
      return Outcome.DONE;
    }

    @Override
    public void close() {}

    @Override
    public boolean survives(Exception failure) {
      return failure instanceof IllegalArgumentException;
    }
  }
}
