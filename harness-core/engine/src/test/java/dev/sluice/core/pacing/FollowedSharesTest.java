package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.MILLI;
import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.RateCurve.ConstantRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** {@code -Dsequences=60000} plays more. */
class FollowedSharesTest {

  private static final int SEQUENCES = Integer.getInteger("sequences", 3_000);
  private static final int PLACES = 3;
  private static final Map<String, Integer> BOTH =
      new TreeMap<>(Map.of("one", PLACES, "other", PLACES));
  private static final Map<String, Integer> ALONE = new TreeMap<>(Map.of("other", 2 * PLACES));

  /** Whatever it hears late, and however often its lease ends before it has another one. */
  @Test
  void whatIsDueAtItsPlacesIsDoneByItsRateOrUnassigned() {
    for (long seed = 0; seed < SEQUENCES; seed++) {
      new Sequence(seed).play();
    }
  }

  /** Nobody lacks what a share that begins after the end of the plan would have had. */
  @Test
  void nothingIsUnassignedAfterTheEndOfThePlan() {
    CommonSchedule begun = CommonSchedule.starting(new ConstantRate(10), BOTH, 0);
    long planEndNanos = 10 * SECOND;
    FollowedShares followed = new FollowedShares();
    followed.follow("w", begun.shareOf("one"));
    followed.leaseUntil(0, 2 * SECOND, planEndNanos);
    CommonSchedule next = begun.turn(new ConstantRate(10), planEndNanos + 100 * MILLI);
    followed.follow("w", next.shareOf("one"));
    followed.leaseUntil(planEndNanos - 50 * MILLI, planEndNanos, planEndNanos);

    assertThat(followed.unassigned(planEndNanos + SECOND, planEndNanos).get("w"))
        .isCloseTo(8 * 10.0 * PLACES, within(1e-6));
  }

  /** A process, its shares, and another one that has the rest of the places. */
  private static final class Sequence {

    private final long seed;
    private final SplittableRandom random;
    private final VirtualProcess process;
    private final FollowedShares followed = new FollowedShares();
    private final List<Share> all = new ArrayList<>();
    private final List<Share> unheard = new ArrayList<>();
    private CommonSchedule plan;
    private long nowNanos = -3 * SECOND;
    private long leaseEndNanos = Long.MIN_VALUE;

    Sequence(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      CatchUp catchUp = random.nextBoolean() ? CatchUp.UNLIMITED : new CatchUp(SECOND / 5);
      process =
          new VirtualProcess(
              nowNanos, 0, Arrivals.UNIFORM, Pacing.SCHEDULE, catchUp, random.split());
      for (int i = 0; i < PLACES; i++) {
        process.join();
      }
      process.leaseUntil(nowNanos);
      plan = CommonSchedule.starting(rate(), BOTH, nowNanos + SECOND / 10);
      planned();
    }

    void play() {
      long startNanos = nowNanos;
      int steps = 4 + random.nextInt(20);
      for (int i = 0; i < steps; i++) {
        pass(random.nextLong(2 * SECOND));
        if (random.nextInt(3) == 0) {
          change();
        }
        if (random.nextInt(3) == 0) {
          hear();
        }
        // who is leased knows all that has begun
        if (unheard.stream().allMatch(each -> each.fromNanos() > nowNanos)
            && random.nextBoolean()) {
          lease(random.nextLong(4 * SECOND) - SECOND);
        }
      }
      hear();
      lease(100 * SECOND);
      pass(SECOND); // when all that is planned has begun

      double due = FollowedShares.dueBetween(all, startNanos, nowNanos);
      double unassigned = followed.unassigned(nowNanos, Long.MAX_VALUE).get("w");
      assertThat(process.due() + unassigned)
          .as("due %d and unassigned %.1f, seed %d", process.due(), unassigned, seed)
          .isCloseTo(due, within(8.0 * PLACES + due / 100));
    }

    private void pass(long nanos) {
      nowNanos += nanos;
      if (random.nextInt(3) == 0) {
        process.sleepTo(nowNanos);
      } else {
        process.passTo(nowNanos);
      }
    }

    private void change() {
      long fromNanos =
          Math.max(nowNanos + 150 * MILLI, all.get(all.size() - 1).fromNanos() + 10 * MILLI);
      plan =
          random.nextBoolean()
              ? plan.turn(rate(), fromNanos)
              : plan.deal(random.nextBoolean() ? BOTH : ALONE, rate(), fromNanos);
      planned();
    }

    private RateCurve rate() {
      return new ConstantRate(1 + random.nextInt(60));
    }

    private void planned() {
      all.add(plan.shareOf("one"));
      unheard.add(plan.shareOf("one"));
    }

    /**
     * All that it does not know, or the newest again, by a clock that was measured again; but for
     * one that this moves across the end of a lease.
     */
    private void hear() {
      Share newest = all.get(all.size() - 1);
      Share moved = newest.by(random.nextLong(-5, 6) * MILLI);
      boolean across = newest.fromNanos() > leaseEndNanos != moved.fromNanos() > leaseEndNanos;
      if (unheard.isEmpty() && !across && random.nextInt(3) == 0) {
        all.set(all.size() - 1, moved);
        unheard.add(moved);
      }
      for (Share share : unheard) {
        followed.follow("w", share);
        process.follow(share);
      }
      unheard.clear();
    }

    private void lease(long nanos) {
      long endNanos = nowNanos + nanos;
      if (endNanos > Math.max(nowNanos, leaseEndNanos)) {
        leaseEndNanos = endNanos;
        followed.leaseUntil(nowNanos, endNanos, Long.MAX_VALUE);
        process.leaseUntil(endNanos);
      }
    }
  }
}
