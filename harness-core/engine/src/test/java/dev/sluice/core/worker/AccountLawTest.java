package dev.sluice.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.worker.WorkerSettings.Disconnects;
import dev.sluice.core.worker.WorkerThread.WorkerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The law of the account, over lives drawn at random: rates that change, pauses, periods without a
 * schedule, outages, calls that fail, block or find nothing, transactions, absences, ends.
 *
 * <p>What fell due is compared with N(t) integrated by the test, what happened to iterations
 * against what the worker did; both to the message, at random moments and at the end.
 */
class AccountLawTest {

  private static final double SECONDS = 40;

  static LongStream seeds() {
    return LongStream.range(0, 500);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatFellDueIsInExactlyOneClassAtEveryMoment(long seed) {
    new Life(new SplittableRandom(seed)).live();
  }

  /** One life, and the books that the test keeps of it. */
  private static final class Life extends RandomWorker {

    private final SimulatedLife life;
    private final List<Window> readings = new ArrayList<>();

    // N(t) as the test integrates it
    private double rate;
    private double count;
    private double integratedTo;
    private boolean held;
    private boolean unlimited;
    private long excused;
    private double awayFrom = Double.NaN;
    private boolean stopped;
    private long dueAtStop;

    // what happened to iterations
    private long begunWithoutSchedule;
    private double outageUntil = -1;

    Life(SplittableRandom random) {
      super(random);
      CatchUp catchUp =
          switch (random.nextInt(3)) {
            case 0 -> CatchUp.NONE;
            case 1 -> CatchUp.DEFAULT;
            default -> CatchUp.UNLIMITED;
          };
      Disconnects disconnects =
          random.nextInt(3) == 0
              ? new Disconnects(random.nextInt(20, 200), Duration.ofMillis(random.nextInt(1, 900)))
              : Disconnects.NEVER;
      life =
          new SimulatedLife(this, Pacing.SCHEDULE, catchUp, 0, disconnects).onStates(this::state);
    }

    void live() {
      turnTo(random.nextDouble(1, 60));
      life.liveRate.start(life.clock.nanos());
      for (int i = 0; i < 12; i++) {
        life.at(random.nextDouble(SECONDS), this::change);
      }
      for (int i = 0; i < 25; i++) {
        life.at(random.nextDouble(SECONDS), this::read);
      }
      life.at(SECONDS, this::end);
      life.run();

      life.stats.writeOff(life.clock.nanos());
      Window last = life.read();
      assertThat(last.unfinished()).isEqualTo(Unfinished.NOTHING);
      assertThat(last.counts().due()).isEqualTo(dueAtStop);
      assertBalanced(last);
      Counts before = Counts.ZERO;
      for (Window each : readings) {
        Counts interval = each.counts().minus(before);
        assertThat(Window.of(0, interval, Map.of(), each.unfinished()).unfinishedBefore())
            .isEqualTo(before.unfinishedGrowth());
        before = each.counts();
      }
    }

    private void assertBalanced(Window reading) {
      OwnAccount.assertBalanced(reading.counts(), reading.unfinished(), List.of(account));
    }

    private void read() {
      if (stopped) {
        return;
      }
      Window reading = life.read();
      readings.add(reading);
      assertThat(reading.counts().due()).as("at %s s", life.seconds()).isEqualTo(due());
      assertThat(reading.counts().get(Counter.UNSCHEDULED)).isEqualTo(begunWithoutSchedule);
      assertBalanced(reading);
    }

    // N(t)

    private void integrate() {
      double now = life.seconds();
      if (!held && !unlimited) {
        count += rate * (now - integratedTo);
      }
      integratedTo = now;
    }

    private long due() {
      integrate();
      double reached = Double.isNaN(awayFrom) ? count : awayFrom;
      return (long) Math.floor(reached) + 1 - excused;
    }

    private void turnTo(double perSecond) {
      integrate();
      rate = perSecond;
      unlimited = false;
      turn();
    }

    private void turn() {
      life.liveRate.turn(
          held ? NoSchedule.PAUSED : unlimited ? NoSchedule.UNTHROTTLED : new ConstantRate(rate),
          life.clock.nanos());
    }

    private void change() {
      if (stopped) {
        return;
      }
      integrate();
      switch (random.nextInt(5)) {
        case 0 -> {
          held = true;
          turn();
        }
        case 1 -> {
          held = false;
          turn();
        }
        case 2 -> {
          unlimited = true;
          turn();
        }
        default -> turnTo(random.nextDouble(1, 60));
      }
    }

    private void end() {
      dueAtStop = due();
      stopped = true;
      life.stop();
    }

    private void state(WorkerState entered) {
      if (stopped) {
        return;
      }
      if (entered == WorkerState.AWAY) {
        integrate();
        awayFrom = count;
      } else if (entered == WorkerState.RECONNECTING && !Double.isNaN(awayFrom)) {
        integrate();
        excused += (long) Math.floor(count) - (long) Math.floor(awayFrom);
        awayFrom = Double.NaN;
      }
    }

    // the worker

    @Override
    public void open() {
      if (life.seconds() < outageUntil) {
        throw new IllegalStateException("nobody answers");
      }
    }

    @Override
    public Outcome iterate() {
      if (unlimited && !held) {
        begunWithoutSchedule++;
      }
      return super.iterate();
    }

    @Override
    protected void spend(double seconds) {
      life.clock.advance((long) (seconds * 1e9));
    }

    @Override
    protected void outage(double seconds) {
      outageUntil = life.seconds() + seconds;
    }

    @Override
    protected boolean stopped() {
      return stopped;
    }
  }
}
