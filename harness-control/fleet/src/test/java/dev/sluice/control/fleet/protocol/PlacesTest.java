package dev.sluice.control.fleet.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.CommonSchedule;
import dev.sluice.core.pacing.Share;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.TargetState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class PlacesTest {

  private static final long MILLIS = 1_000_000L;
  private static final long LEAD = 150 * MILLIS;
  private static final int PLANNED = 10;
  private static final TargetState TARGET = target(100, PLANNED);
  private static final double ROUNDING = 1e-9;

  private final Places places = new Places(TARGET);
  private long nowNanos;

  /** What each agent may act on: all that it was sent from the last that it acknowledged on. */
  private final Map<String, List<Share>> sent = new HashMap<>();

  private final Map<String, Long> stoppedAt = new HashMap<>();

  @Test
  void allOfTheTargetIsAskedUpToTheEndWithOrWithoutAnyAgent() {
    double perSecond = TARGET.finalTotalPerSecond();
    want("agent-0", PLANNED);
    places.start(0);
    places.endsAt(3_000 * MILLIS);
    nowNanos = 1_000 * MILLIS;
    places.stopped("agent-0");
    settle();
    assertThat(places.schedule().orElseThrow().owners()).containsOnly(Places.NOBODY);
    assertThat(places.asked(2_000 * MILLIS)).isEqualTo(2 * perSecond, within(1e-6));
    nowNanos = 2_000 * MILLIS;
    turn(target(50, PLANNED));
    assertThat(places.asked(2_500 * MILLIS))
        .isEqualTo((2.5 - (2.5 - 2.15) / 2) * perSecond, within(1e-6));
    double most = places.asked(3_000 * MILLIS);
    want("agent-0", PLANNED); // which comes after the end
    nowNanos = 4_000 * MILLIS;
    settle();
    assertThat(places.asked(9_000 * MILLIS)).isEqualTo(most, within(1e-6));
    places.endsAt(1_000 * MILLIS); // as one that follows may hear late
    assertThat(places.asked(nowNanos)).isEqualTo(perSecond, within(1e-6));
  }

  /** As one process has it, whose workers have a rate each when they are there. */
  @Test
  void whoIsToHaveMoreWorkersHasTheirPlacesAndTheirRateWhenTheyAreUp() {
    want("agent-0", 4);
    places.start(0);
    places.want("agent-0", 10, 4);
    turn(target(100, PLANNED));
    settle();
    assertThat(places.grantedTo("agent-0")).isEqualTo(4);
    assertThat(askedWithinASecond()).isEqualTo(400, within(1e-6));
    places.want("agent-0", 10, 10);
    settle();
    acknowledgeAll(places, "agent-0");
    assertThat(places.grantedTo("agent-0")).isEqualTo(10);
    assertThat(askedWithinASecond()).isEqualTo(1_000, within(1e-6));
  }

  private double askedWithinASecond() {
    return places.asked(nowNanos + 2_000 * MILLIS) - places.asked(nowNanos + 1_000 * MILLIS);
  }

  private void want(String agent, int workers) {
    places.want(agent, workers, workers);
  }

  @RepeatedTest(50)
  void whateverEachAgentHasHeardOfThePartsOfAllAreAtMostOne(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    want("agent-0", 3);
    places.start(0);
    send();
    for (int step = 0; step < 500; step++) {
      nowNanos += random.nextInt(200) * MILLIS;
      String agent = "agent-" + random.nextInt(6);
      switch (random.nextInt(8)) {
        case 0 -> want(agent, random.nextInt(5));
        case 1 -> {
          stop(agent);
          want(agent, random.nextInt(3)); // it may be back at once
        }
        case 2 -> turn(target(1 + random.nextInt(500), PLANNED));
        case 3 -> turn(target(100, 5 + random.nextInt(10)));
        default -> acknowledge(agent, random);
      }
      settle();
      assertThat(mostOfAll()).as("step %d", step).isLessThanOrEqualTo(1 + ROUNDING);
      assertThat(places.sharesOf(agent, nowNanos).get(0).fromNanos())
          .as("who comes back hears first what is in force")
          .isLessThanOrEqualTo(Math.max(nowNanos, firstKeptNanos()));
    }
    want("agent-0", 2);
    allAcknowledge();
    assertThat(mostOfAll()).as("when all have heard").isEqualTo(1, within(ROUNDING));
    assertThat(places.schedule().orElseThrow().owners())
        .hasSize(places.agents().stream().mapToInt(places::grantedTo).sum());
  }

  private static TargetState target(int perSecond, int workers) {
    return TargetState.of(new RateTarget.PerWorker(perSecond), Duration.ZERO, workers);
  }

  private void turn(TargetState target) {
    places.turn(target, places.earliest(nowNanos + LEAD));
  }

  /** When a single change is left, it may be one to come. */
  private long firstKeptNanos() {
    return places.schedule().orElseThrow().number() < 9 ? LEAD : 0;
  }

  @Test
  void whatAnotherControllerBeganIsDealtFromNothingAndGoesOnFromItsCount() {
    for (String agent : List.of("a", "b")) {
      want(agent, 5);
    }
    places.start(0);
    acknowledgeAll(places, "a", "b");
    CommonSchedule before = places.schedule().orElseThrow();
    Places next = new Places(TARGET, Optional.of(before), 1L << 32);
    next.want("c", 2, 2);
    next.want("b", 5, 5);
    nowNanos = 10_000 * MILLIS;
    assertThat(next.mayBeLeased(nowNanos, 0)).as("on what the other dealt").isFalse();
    next.start(nowNanos + LEAD);
    assertThat(next.mayBeLeased(nowNanos + LEAD + 1, 0)).isTrue();
    assertThat(next.sharesOf("b", nowNanos).get(0))
        .as("for one that has not heard of it")
        .isEqualTo(before.shareOf("b"));
    CommonSchedule now = next.schedule().orElseThrow();
    assertThat(now.number()).isEqualTo(1L << 32);
    assertThat(now.dueBy(now.fromNanos())).isEqualTo(before.dueBy(now.fromNanos()));
    assertThat(now.owners()).hasSize(7).containsOnly("b", "c");
    assertThat(next.asked(now.fromNanos()))
        .isEqualTo(before.askedBy(now.fromNanos()), within(1e-6));
  }

  @Test
  void anAgentThatHasStoppedHasNothingUntilTheOthersHaveHeardOfIt() {
    want("a", 2);
    want("b", 2);
    places.start(0);
    acknowledgeAll(places, "a", "b");
    places.stopped("a");
    settle();
    assertThat(places.grantedTo("b")).isEqualTo(2);
    assertThat(places.schedule().orElseThrow().owners()).containsOnly("b");
    want("a", 2);
    settle();
    assertThat(places.grantedTo("a")).as("while b may act on 2 of 2").isZero();
    acknowledgeAll(places, "a", "b");
    assertThat(places.grantedTo("a")).isEqualTo(2);
  }

  private void acknowledgeAll(Places all, String... agents) {
    for (int i = 0; i < 5; i++) {
      nowNanos += LEAD;
      all.settle(nowNanos, nowNanos + LEAD);
      for (String agent : agents) {
        all.acknowledged(agent, all.schedule().orElseThrow().number());
      }
    }
  }

  private void allAcknowledge() {
    for (int i = 0; i < 10; i++) {
      nowNanos += LEAD;
      settle();
      sent.keySet().forEach(agent -> acknowledge(agent, sent.get(agent).size() - 1));
    }
  }

  private void acknowledge(String agent, Random random) {
    List<Share> shares = sent.getOrDefault(agent, List.of());
    if (!shares.isEmpty()) {
      acknowledge(agent, random.nextInt(shares.size()));
    }
  }

  private void acknowledge(String agent, int index) {
    List<Share> shares = sent.get(agent);
    if (index >= 0) {
      places.acknowledged(agent, shares.get(index).number());
      shares.subList(0, index).clear();
    }
  }

  private void stop(String agent) {
    places.stopped(agent);
    sent.remove(agent);
    stoppedAt.put(
        agent, places.schedule().orElseThrow().number()); // no lease before the next change
  }

  private void settle() {
    send(); // what was turned
    while (places.settle(nowNanos, nowNanos + LEAD)) {
      send();
    }
  }

  private void send() {
    for (int i = 0; i < 6; i++) {
      String agent = "agent-" + i;
      List<Share> shares = sent.computeIfAbsent(agent, name -> new ArrayList<>());
      for (Share share : places.sharesOf(agent, nowNanos)) {
        if (share.number() == places.schedule().orElseThrow().number()
            && share.number() > stoppedAt.getOrDefault(agent, 0L)
            && (shares.isEmpty() || shares.get(shares.size() - 1).number() < share.number())) {
          shares.add(share);
        }
      }
    }
  }

  private double mostOfAll() {
    return sent.values().stream()
        .mapToDouble(shares -> shares.stream().mapToDouble(PlacesTest::part).max().orElse(0))
        .sum();
  }

  private static double part(Share share) {
    return share.mine().isEmpty() ? 0 : share.mine().size() / (double) share.grid().places();
  }
}
