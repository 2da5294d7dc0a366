package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several processes with one schedule, compared with one process that was given the same commands.
 */
class CommonScheduleTest {

  private static final long START = -3 * SECOND;
  private static final long LEAD = SECOND / 10;
  private static final int CHANGES = 30;
  private static final int MOST_WORKERS = 7; // of an agent

  private final Map<String, VirtualProcess> agents = new LinkedHashMap<>();
  private final List<Runnable> commands = new ArrayList<>(); // that the one process hears next
  private final List<Pacer> onOne = new ArrayList<>();
  private VirtualProcess one;
  private CommonSchedule plan;
  private RateCurve held; // during a pause, else null
  private Map<String, Integer> places = Map.of();
  private SplittableRandom random;
  private Arrivals arrivals;
  private Pacing pacing;
  private long nowNanos = START;

  static LongStream seeds() {
    return LongStream.range(0, Boolean.getBoolean("soak") ? 60 : 15);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void allTogetherAreOneProcess(long seed) {
    start(seed, Arrivals.UNIFORM, Pacing.SCHEDULE);
    for (int i = 0; i < CHANGES; i++) {
      passTo(nowNanos + random.nextLong(SECOND / 3));
      change(nowNanos + LEAD);
      hearWithin(LEAD);
    }
    passTo(nowNanos + SECOND);

    assertThat(all()).isEqualTo(one.intended());
    assertThat((long) all().size()).isEqualTo(plan.dueBy(nowNanos)).isEqualTo(due());
    assertThat(asked()).isCloseTo(one.asked(), within(1e-6));
    assertThat(plan.askedBy(nowNanos)).isCloseTo(one.asked(), within(1e-6));
    assertThat(agents.values()).allMatch(VirtualProcess::increasing);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatIsHeardLateIsDoneOnceAllTheSame(long seed) {
    start(seed, Arrivals.UNIFORM, Pacing.SCHEDULE);
    for (int i = 0; i < CHANGES; i++) {
      passTo(nowNanos + random.nextLong(SECOND / 3));
      changeRate(nowNanos + LEAD);
      hearWithin(5 * LEAD);
    }
    if (held != null) {
      resume(nowNanos + LEAD);
    }
    hearWithin(LEAD);
    turn(new ConstantRate(50), nowNanos + LEAD);
    hearWithin(LEAD);
    passTo(nowNanos + 20 * SECOND); // who was ahead of the plan is no more

    assertThat((long) all().size()).isEqualTo(plan.dueBy(nowNanos)).isEqualTo(due());
    assertThat(asked()).isCloseTo(plan.askedBy(nowNanos), within(1e-6));
    assertThat(agents.values()).allMatch(VirtualProcess::increasing);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whoJoinsLateTakesOverFromItsSharesMoment(long seed) {
    start(seed, Arrivals.UNIFORM, Pacing.SCHEDULE);
    for (int i = 0; i < 5; i++) {
      passTo(nowNanos + random.nextLong(SECOND / 3));
      Map<String, Integer> more = new TreeMap<>(places);
      more.put("late-" + i, 1 + random.nextInt(MOST_WORKERS));
      long fromNanos = nowNanos + LEAD;
      deal(more, fromNanos);
      hearWithin(LEAD);
      passTo(fromNanos + random.nextLong(SECOND));
      agents.put("late-" + i, agent());
      agents.get("late-" + i).follow(plan.shareOf("late-" + i));
    }
    passTo(nowNanos + SECOND);

    assertThat(all()).isEqualTo(one.intended());
    assertThat(due()).isEqualTo(all().size());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theRestTakesOverWhenALeaseEnds(long seed) {
    start(seed, Arrivals.UNIFORM, Pacing.SCHEDULE);
    List<String> suspended = new ArrayList<>();
    for (String name : List.copyOf(places.keySet()).subList(1, places.size())) {
      passTo(nowNanos + random.nextLong(SECOND / 3));
      long endNanos = nowNanos + LEAD;
      agents.get(name).leaseUntil(endNanos);
      Map<String, Integer> rest = new TreeMap<>(places);
      rest.remove(name);
      suspended.add(name); // it does not hear of this
      deal(rest, endNanos);
      hearWithin(LEAD, suspended);
      passTo(nowNanos + random.nextLong(SECOND / 3));
    }
    passTo(nowNanos + SECOND);

    assertThat(all()).isEqualTo(one.intended());
    assertThat(due()).isEqualTo(all().size());
    assertThat(asked()).isCloseTo(one.asked(), within(1e-6));
  }

  /** Told of all that it missed or of the last change only, before that takes effect or after. */
  @ParameterizedTest
  @MethodSource("seeds")
  void whoReturnsAfterItsLeaseHasItsNewShareAndNothingOfTheOld(long seed) {
    start(seed, Arrivals.UNIFORM, Pacing.SCHEDULE);
    List<String> name = List.of("agent-0");
    VirtualProcess agent = agents.get("agent-0");
    for (int i = 0; i < 4; i++) {
      passTo(nowNanos + random.nextLong(SECOND / 3));
      agent.leaseUntil(nowNanos + LEAD);
      List<Share> missed = new ArrayList<>();
      Map<String, Integer> rest = new TreeMap<>(places);
      rest.remove("agent-0");
      deal(rest, nowNanos + LEAD);
      missed.add(plan.shareOf("agent-0"));
      hearWithin(LEAD, name);
      for (int more = random.nextInt(4); more > 0; more--) {
        passTo(nowNanos + random.nextLong(SECOND / 3));
        changeRate(nowNanos + LEAD);
        missed.add(plan.shareOf("agent-0"));
        hearWithin(LEAD, name);
      }
      Map<String, Integer> all = new TreeMap<>(rest);
      all.put("agent-0", 1 + random.nextInt(MOST_WORKERS));
      deal(all, nowNanos + LEAD);
      missed.add(plan.shareOf("agent-0"));
      boolean late = random.nextBoolean();
      if (late) {
        hearWithin(LEAD, name);
      }
      agent.passTo(nowNanos + random.nextLong(LEAD));
      boolean allOfThem = random.nextBoolean();
      missed.subList(allOfThem ? 0 : missed.size() - 1, missed.size()).forEach(agent::follow);
      agent.leaseUntil(nowNanos + 100 * SECOND);
      if (!late) {
        hearWithin(LEAD, name);
      }
      passTo(nowNanos + SECOND / 3);
    }

    assertThat(all()).isEqualTo(one.intended());
    assertThat(due()).isEqualTo(all().size());
    assertThat(agent.increasing()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aSuspendedProcessSendsNothingAfterItsLease(long seed) {
    start(seed, Arrivals.UNIFORM, Pacing.SCHEDULE);
    passTo(nowNanos + random.nextLong(SECOND / 3));
    VirtualProcess agent = agents.values().iterator().next();
    agent.leaseUntil(nowNanos + 3 * LEAD);
    passTo(nowNanos + LEAD);
    long before = agent.begun().size();
    agent.sleepTo(nowNanos + 3600 * SECOND);

    assertThat(agent.begun()).hasSize((int) before);
    assertThat(agent.due()).as("until the lease ended").isGreaterThanOrEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aLeaseThatIsProlongedAtItsLastMomentHasNotEnded(long seed) {
    start(seed, Arrivals.UNIFORM, Pacing.SCHEDULE);
    VirtualProcess agent = agents.values().iterator().next();
    for (int i = 0; i < 5; i++) {
      long endNanos = nowNanos + LEAD + random.nextLong(SECOND / 3);
      agent.leaseUntil(endNanos);
      passTo(endNanos);
    }
    agent.leaseUntil(nowNanos + 100 * SECOND);
    passTo(nowNanos + SECOND);

    assertThat(all()).isEqualTo(one.intended());
    assertThat(due()).isEqualTo(all().size());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatWasDueWithoutALeaseIsLeftOut(long seed) {
    start(seed, Arrivals.UNIFORM, Pacing.SCHEDULE);
    VirtualProcess agent = agents.values().iterator().next();
    List<long[]> gaps = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      passTo(nowNanos + random.nextLong(SECOND / 3));
      long endNanos = nowNanos + LEAD;
      agent.leaseUntil(endNanos);
      passTo(endNanos + 1 + random.nextLong(SECOND / 2));
      gaps.add(new long[] {endNanos, nowNanos});
      agent.leaseUntil(nowNanos + 100 * SECOND);
      passTo(nowNanos + random.nextLong(SECOND / 3));
      change(nowNanos + LEAD);
      hearWithin(LEAD);
    }
    passTo(nowNanos + SECOND);

    List<Long> missing = new ArrayList<>(one.intended());
    List<Long> done = all();
    done.forEach(missing::remove);
    assertThat(done).doesNotHaveDuplicates().hasSize(one.intended().size() - missing.size());
    assertThat(missing)
        .isNotEmpty()
        .allMatch(due -> gaps.stream().anyMatch(gap -> gap[0] < due && due <= gap[1]));
    assertThat(agent.intended())
        .noneMatch(due -> gaps.stream().anyMatch(gap -> gap[0] < due && due <= gap[1]));
    assertThat(due()).isEqualTo(done.size());
    assertThat(plan.dueBy(nowNanos) - due()).isEqualTo(missing.size());
    assertThat(plan.askedBy(nowNanos) - asked())
        .isCloseTo(missing.size(), within(5.0 * MOST_WORKERS));
  }

  @Test
  void aShareIsObeyedOnceAndAnOlderOneNot() {
    start(1, Arrivals.UNIFORM, Pacing.SCHEDULE);
    VirtualProcess agent = agents.values().iterator().next();
    String name = agents.keySet().iterator().next();
    Share old = plan.shareOf(name);
    turn(new ConstantRate(7), nowNanos + LEAD);
    hearWithin(LEAD);
    Schedule before = agent.liveRate.schedule();
    agent.follow(plan.shareOf(name));
    agent.follow(old);
    assertThat(agent.liveRate.schedule()).isSameAs(before);

    agent.follow(plan.shareOf(name).by(1_000)); // the clock was measured again
    Schedule moved = agent.liveRate.schedule();
    assertThat(moved).isNotSameAs(before);
    agent.follow(plan.shareOf(name).by(1_000));
    agent.follow(old);
    assertThat(agent.liveRate.schedule()).isSameAs(moved);
  }

  @Test
  void theWorkOfAnOwnerDoesNotComeInBursts() {
    Map<String, Integer> all = Map.of("a", 30, "b", 30, "c", 60);
    CommonSchedule schedule = CommonSchedule.starting(new ConstantRate(1), all, START);
    assertSpread(schedule, all);
    Map<String, Integer> without = Map.of("a", 30, "c", 60);
    schedule = schedule.deal(without, new ConstantRate(1), START + SECOND / 4);
    assertSpread(schedule, without);
    assertSpread(schedule.deal(all, new ConstantRate(1), START + SECOND / 2), all);
  }

  /** Between two places of an owner are not many more than if all were even. */
  private static void assertSpread(CommonSchedule schedule, Map<String, Integer> places) {
    int all = schedule.grid().places();
    places.forEach(
        (owner, count) -> {
          List<Integer> mine = schedule.shareOf(owner).mine();
          assertThat(mine).hasSize(count);
          for (int i = 1; i < count; i++) {
            assertThat(mine.get(i) - mine.get(i - 1))
                .as(owner)
                .isLessThanOrEqualTo(all / count + places.size());
          }
        });
  }

  @Test
  void aClockThatIsMeasuredAgainMovesDueTimes() {
    start(1, Arrivals.UNIFORM, Pacing.SCHEDULE);
    VirtualProcess agent = agents.values().iterator().next();
    String name = agents.keySet().iterator().next();
    passTo(nowNanos + SECOND);
    agent.follow(plan.shareOf(name).by(1_000));
    int before = agent.intended().size();
    passTo(nowNanos + SECOND);

    assertThat(one.intended())
        .containsAll(
            agent.intended().subList(before, agent.intended().size()).stream()
                .map(due -> due - 1_000)
                .toList());
    assertThat((long) all().size()).isEqualTo(plan.dueBy(nowNanos));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void ofPoissonArrivalsAsManyAreDueAsOfOneProcess(long seed) {
    start(seed, Arrivals.POISSON, Pacing.SCHEDULE);
    VirtualProcess agent = agents.values().iterator().next();
    for (int i = 0; i < CHANGES; i++) {
      passTo(nowNanos + random.nextLong(SECOND / 3));
      change(nowNanos + LEAD);
      hearWithin(LEAD);
    }
    agent.leaseUntil(nowNanos);
    int before = agent.begun().size();
    passTo(nowNanos + 2 * SECOND);

    double mean = asked();
    assertThat((double) all().size()).isCloseTo(mean, within(6 * Math.sqrt(mean) + 1));
    assertThat(agent.begun()).hasSize(before);
    assertThat(asked()).isLessThanOrEqualTo(plan.askedBy(nowNanos) + 1e-6);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aClosedLoopKeepsToItsShareAndItsLease(long seed) {
    start(seed, Arrivals.UNIFORM, Pacing.THINK_TIME);
    VirtualProcess agent = agents.values().iterator().next();
    for (int i = 0; i < CHANGES; i++) {
      passTo(nowNanos + random.nextLong(SECOND / 3));
      change(nowNanos + LEAD);
      hearWithin(LEAD);
    }
    double asked = plan.askedBy(nowNanos);
    // each worker that takes another place begins anew, at most one interval off
    assertThat((double) all().size()).isCloseTo(asked, within(MOST_WORKERS * 5.0 * CHANGES / 4));
    agent.leaseUntil(nowNanos);
    int before = agent.begun().size();
    passTo(nowNanos + 2 * SECOND);
    assertThat(agent.begun()).hasSize(before);
  }

  @Test
  void withoutAScheduleALeaseEndsItToo() {
    start(3, Arrivals.UNIFORM, Pacing.SCHEDULE);
    turn(new ConstantRate(100), nowNanos + LEAD);
    hearWithin(LEAD);
    passTo(nowNanos + SECOND);
    VirtualProcess agent = agents.values().iterator().next();
    agent.leaseUntil(nowNanos);
    passTo(nowNanos + 1);
    int before = agent.begun().size();
    agent.liveRate.follow(
        plan.turn(RateCurve.constant(0), nowNanos)
            .shareOf(agents.keySet().iterator().next())
            .by(agent.nanos() - nowNanos),
        agent.nanos());
    agent.wakeAll(); // else it would go on for ever
    assertThat(agent.begun()).hasSize(before);
  }

  // what is done to both

  private void start(long seed, Arrivals arrivals, Pacing pacing) {
    random = new SplittableRandom(seed);
    this.arrivals = arrivals;
    this.pacing = pacing;
    one = new VirtualProcess(START, 0, arrivals, pacing, random.split());
    places = somePlaces(2 + random.nextInt(4));
    places.keySet().forEach(name -> agents.put(name, agent()));
    seatOne();
    RateCurve curve = someCurve();
    one.liveRate.turn(curve, START);
    one.liveRate.start(START);
    one.wakeAll();
    plan = CommonSchedule.starting(curve, places, START);
    hearWithin(0);
  }

  private VirtualProcess agent() {
    VirtualProcess agent =
        new VirtualProcess(
            nowNanos, random.nextLong(-1L << 40, 1L << 40), arrivals, pacing, random.split());
    for (int i = 0; i < MOST_WORKERS; i++) {
      agent.join();
    }
    return agent;
  }

  private Map<String, Integer> somePlaces(int count) {
    Map<String, Integer> some = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      some.put("agent-" + i, 1 + random.nextInt(MOST_WORKERS));
    }
    return some;
  }

  private RateCurve someCurve() {
    double perSecond = 0.5 + random.nextDouble(40);
    return random.nextBoolean()
        ? new ConstantRate(perSecond)
        : new LinearRamp(random.nextDouble(40), perSecond, 0.05 + random.nextDouble());
  }

  private void change(long nanos) {
    if (random.nextInt(3) == 0) {
      changeRate(nanos);
    } else {
      deal(somePlaces(agents.size()), nanos);
    }
  }

  private void changeRate(long nanos) {
    if (held != null) {
      resume(nanos);
    } else if (random.nextInt(4) == 0) {
      held = curveAt(nanos);
      change(plan.turn(NoSchedule.PAUSED, nanos), () -> one.pause(nanos));
    } else {
      turn(someCurve(), nanos);
    }
  }

  private void resume(long nanos) {
    change(plan.turn(held, nanos), () -> one.resume(nanos));
    held = null;
  }

  /** The rest of the curve at a time from the last change on. */
  private RateCurve curveAt(long nanos) {
    return Schedule.startingAt(plan.fromNanos(), plan.fromCount(), plan.curve())
        .curveAt(Math.max(nanos, plan.fromNanos()));
  }

  private void turn(RateCurve curve, long nanos) {
    change(plan.turn(curve, nanos), () -> one.turn(curve, nanos));
  }

  private void deal(Map<String, Integer> next, long nanos) {
    double perSecond = 0.5 + random.nextDouble(40);
    places = next;
    held = held == null ? null : held.scaled(perSecond, held.finalRatePerSecond());
    change(
        plan.deal(
            next, curveAt(nanos).scaled(perSecond, curveAt(nanos).finalRatePerSecond()), nanos),
        () -> {
          seatOne();
          one.deal(perSecond, nanos);
        });
  }

  private void change(CommonSchedule next, Runnable command) {
    plan = next;
    commands.add(command);
  }

  /** As many workers in the one process as there are places. */
  private void seatOne() {
    int all = places.values().stream().mapToInt(Integer::intValue).sum();
    while (onOne.size() > all) {
      one.liveRate.leave(onOne.remove(random.nextInt(onOne.size())), one.nanos());
    }
    while (onOne.size() < all) {
      onOne.add(one.join());
    }
  }

  private void hearWithin(long nanos) {
    hearWithin(nanos, List.of());
  }

  /** Each agent hears of the last change, after a delay of its own; then the change has come. */
  private void hearWithin(long nanos, List<String> deaf) {
    agents.forEach(
        (name, agent) -> {
          if (!deaf.contains(name)) {
            agent.passTo(nowNanos + (nanos == 0 ? 0 : random.nextLong(nanos)));
            agent.follow(plan.shareOf(name));
          }
        });
    one.passTo(plan.fromNanos());
    commands.forEach(Runnable::run);
    commands.clear();
    one.wakeAll();
    passTo(Math.max(nowNanos + nanos, plan.fromNanos()));
  }

  private void passTo(long nanos) {
    agents.values().forEach(agent -> agent.passTo(nanos));
    one.passTo(nanos);
    nowNanos = nanos;
  }

  // what came of it

  private List<Long> all() {
    return new ArrayList<>(
        agents.values().stream().flatMap(agent -> agent.intended().stream()).sorted().toList());
  }

  private long due() {
    return agents.values().stream().mapToLong(VirtualProcess::due).sum();
  }

  private double asked() {
    return agents.values().stream().mapToDouble(VirtualProcess::asked).sum();
  }
}
