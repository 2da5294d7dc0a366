package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.RateCurve.ConstantRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes that stand still or are cut off while the plan changes, judged by what they emit: in no
 * window of any length more than the plan at its highest rate, the catch-up of all workers, and for
 * each time that a process hears of changes late, the catch-up of its own ones. Nothing is done
 * twice.
 */
class LateShareTest {

  private static final long START = -3 * SECOND;
  private static final long LEAD = 3 * SECOND / 20;
  private static final CatchUp CATCH_UP = new CatchUp(SECOND / 5);
  private static final double MOST_PER_SECOND = 40; // of each place
  private static final int PLACES = 3; // of each agent
  private static final int AGENTS = 3;
  private static final int CHANGES = 40;

  private final Map<String, VirtualProcess> agents = new TreeMap<>();
  private final Map<String, List<Share>> unheard = new TreeMap<>();
  private final List<Long> late = new ArrayList<>(); // when a process heard of changes late
  private CommonSchedule plan;
  private long nowNanos = START;

  static LongStream seeds() {
    return LongStream.range(0, 100);
  }

  @Test
  void aRateThatWasRaisedLongAgoIsMadeUpWithinTheCatchUp() {
    start(new SplittableRandom(1), 15);
    VirtualProcess agent = agents.get("agent-0");
    passTo(nowNanos + SECOND);
    turn(MOST_PER_SECOND);
    passTo(nowNanos + 8 * SECOND);
    int before = agent.begun().size();
    hear("agent-0");
    assertThat(agent.begun().size() - before)
        .isBetween(PLACES, (int) allowed(PLACES)); // 200 more of each were due by it
  }

  @Test
  void whatWasDoneBeforeTheLeaseEndedIsNotDueAgain() {
    start(new SplittableRandom(1), 15);
    VirtualProcess agent = agents.get("agent-0");
    passTo(nowNanos + SECOND);
    agent.leaseUntil(nowNanos + 8 * SECOND);
    turn(20);
    passTo(nowNanos + 8 * SECOND + SECOND / 10);
    long before = agent.due();
    hear("agent-0");
    agent.leaseUntil(nowNanos + 10 * SECOND);
    assertThat(agent.due() - before)
        .as("due by the new rate until the lease ended")
        .isBetween((20 - 15) * 7L * PLACES, (20 - 15) * 8L * PLACES + PLACES);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noWindowHasMoreThanThePlanAndWhatIsCaughtUp(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    start(random, MOST_PER_SECOND);
    String lone = "agent-0"; // hears, and is leased, only at times
    VirtualProcess agent = agents.get(lone);
    agent.leaseUntil(nowNanos + SECOND);
    for (int i = 0; i < CHANGES; i++) {
      long untilNanos = nowNanos + random.nextLong(3 * SECOND);
      if (random.nextBoolean()) {
        agents.forEach((name, each) -> passOrSleep(name.equals(lone), each, untilNanos));
        nowNanos = untilNanos;
      } else {
        passTo(untilNanos);
      }
      turn(1 + random.nextDouble(MOST_PER_SECOND - 1));
      agents.keySet().stream().filter(name -> !name.equals(lone)).forEach(this::hear);
      if (random.nextBoolean()) {
        hear(lone);
        agent.leaseUntil(nowNanos + random.nextLong(4 * SECOND));
      }
    }
    passTo(nowNanos + SECOND);

    List<Long> all =
        agents.values().stream().flatMap(each -> each.begun().stream()).sorted().toList();
    assertThat(mostAbove(all)).isLessThanOrEqualTo(allowed(PLACES * AGENTS));
    assertThat((long) all.size()).isLessThanOrEqualTo(plan.dueBy(nowNanos));
    assertThat(agents.values()).allMatch(VirtualProcess::increasing);
    agents.values().forEach(each -> assertThat(each.due()).isLessThanOrEqualTo(planned()));
  }

  private static void passOrSleep(boolean sleeps, VirtualProcess process, long nanos) {
    if (sleeps) {
      process.sleepTo(nanos);
    } else {
      process.passTo(nanos);
    }
  }

  /** What workers may do at once: what became due within the catch-up, and one each. */
  private static double allowed(int workers) {
    return workers * (MOST_PER_SECOND * CATCH_UP.limitNanos() / SECOND + 2);
  }

  /** By how many a window of any length is above the plan and what is heard late in it. */
  private double mostAbove(List<Long> begun) {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int i = 0; i < begun.size(); i++) {
      long nanos = begun.get(i);
      double plan = (nanos - START) * MOST_PER_SECOND * PLACES * AGENTS / SECOND;
      long heard = late.stream().filter(each -> each <= nanos).count();
      double above = i - plan - heard * allowed(PLACES);
      least = Math.min(least, above);
      most = Math.max(most, above - least + 1);
    }
    return most;
  }

  private long planned() {
    return plan.dueBy(nowNanos) / AGENTS + PLACES;
  }

  private void start(SplittableRandom random, double perSecond) {
    Map<String, Integer> places = new TreeMap<>();
    for (int i = 0; i < AGENTS; i++) {
      VirtualProcess agent =
          new VirtualProcess(START, i, Arrivals.UNIFORM, Pacing.SCHEDULE, CATCH_UP, random.split());
      for (int j = 0; j < PLACES; j++) {
        agent.join();
      }
      agents.put("agent-" + i, agent);
      places.put("agent-" + i, PLACES);
    }
    plan = CommonSchedule.starting(new ConstantRate(perSecond), places, START);
    agents.forEach((name, agent) -> agent.follow(plan.shareOf(name)));
  }

  private void turn(double perSecond) {
    plan = plan.turn(new ConstantRate(perSecond), nowNanos + LEAD);
    agents
        .keySet()
        .forEach(
            name ->
                unheard.computeIfAbsent(name, added -> new ArrayList<>()).add(plan.shareOf(name)));
  }

  private void hear(String name) {
    List<Share> shares = unheard.remove(name);
    if (shares != null) {
      shares.stream()
          .filter(share -> share.fromNanos() <= nowNanos)
          .forEach(share -> late.add(nowNanos));
      shares.forEach(agents.get(name)::follow);
    }
  }

  private void passTo(long nanos) {
    agents.values().forEach(agent -> agent.passTo(nanos));
    nowNanos = nanos;
  }
}
