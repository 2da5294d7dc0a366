package dev.sluice.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.worker.WorkerSettings.Disconnects;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A worker with a count ends by itself after so many attempts, whatever becomes of each: a worker
 * whose every attempt fails ends too. Looks that find nothing are none.
 */
class CountLawTest {

  static LongStream seeds() {
    return LongStream.range(0, 500);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void boundsAttempts(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long count = random.nextLong(1, 400);
    Attempts attempts = new Attempts(random, random.nextInt(4) == 0, count);
    attempts.life.liveRate.turn(
        new ConstantRate(random.nextDouble(5, 200)), attempts.life.clock.nanos());
    attempts.life.liveRate.start(attempts.life.clock.nanos());
    attempts.life.run();

    assertThat(attempts.made).isEqualTo(count);
    attempts.life.stats.writeOff(attempts.life.clock.nanos());
    Window last = attempts.life.read();
    Counts counts = last.counts();
    assertThat(last.unfinished()).isEqualTo(Unfinished.NOTHING);
    assertThat(counts.due() - counts.dropped() - counts.get(Counter.EMPTY)).isEqualTo(count);
  }

  /** A worker of which all or some attempts fail. */
  private static final class Attempts extends RandomWorker {

    private final SimulatedLife life;
    private final boolean inVain;
    private double outageUntil = -1;
    private long made;

    Attempts(SplittableRandom random, boolean inVain, long count) {
      super(random);
      this.inVain = inVain;
      Disconnects disconnects =
          random.nextInt(3) == 0
              ? new Disconnects(random.nextInt(1, 50), Duration.ofMillis(random.nextInt(1, 90)))
              : Disconnects.NEVER;
      life = new SimulatedLife(this, Pacing.SCHEDULE, CatchUp.UNLIMITED, count, disconnects);
    }

    @Override
    public void open() {
      if (life.seconds() < outageUntil) {
        throw new IllegalStateException("nobody answers");
      }
    }

    @Override
    public Outcome iterate() {
      made++;
      if (inVain) {
        account.fail();
        throw new IllegalArgumentException("refused");
      }
      Outcome outcome = super.iterate();
      made -= outcome == Outcome.NOTHING ? 1 : 0;
      return outcome;
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
      return false;
    }
  }
}
