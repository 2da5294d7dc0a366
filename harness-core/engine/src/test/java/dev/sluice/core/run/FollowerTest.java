package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.pacing.CommonSchedule;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.stats.AccountTerm;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Window;
import dev.sluice.core.time.InVirtualTime;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several runs with one schedule, each by a clock of its own, in virtual time. */
@ExtendWith(InVirtualTime.class)
class FollowerTest {

  private static final long SECOND = 1_000_000_000;
  private static final long LEAD = SECOND / 10;
  private static final long LITTLE = SECOND / 300;
  private static final long FOR_EVER = 1_000 * SECOND;
  private static final Duration WARMUP = Duration.ofSeconds(2);
  private static final int WORKERS = 4;

  private final Map<String, Agent> agents = new LinkedHashMap<>();
  private final List<Long> sent = new ArrayList<>();
  private VirtualTime time;
  private long startNanos;
  private CommonSchedule plan;

  @Test
  void allWaitForTheCommonStartAndCutIntervalsByIt() throws Exception {
    begin("a", "b");
    until(6.5);
    stopAll();

    assertThat(sent.get(0)).isEqualTo(startNanos);
    assertThat(sent).hasSize((int) plan.dueBy(time.nanos()));
    for (Agent agent : agents.values()) {
      assertThat(agent.numbers()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
      assertThat(agent.snapshots.stream().map(Snapshot::warmup))
          .containsExactly(true, true, false, false, false, false, false);
      assertThat(agent.snapshots.get(3).sinceStartNanos()).isEqualTo(4 * SECOND);
      assertThat(agent.summary.measuredNanos()).isEqualTo(4 * SECOND + SECOND / 2 + LITTLE);
      assertAddsUp(agent);
    }
  }

  /** On an interval's end, just after and before one, and in the middle. */
  @ParameterizedTest
  @ValueSource(doubles = {3.996, 4, 4.06, 4.5, 4.995})
  void allMeasureToTheCommonEndAndNothingWithoutItsTarget(double seconds) throws Exception {
    begin("a", "b");
    until(3);
    long endNanos = startNanos + (long) (seconds * SECOND) + LITTLE;
    plan = plan.turn(NoSchedule.PAUSED, endNanos);
    for (Agent agent : agents.values()) {
      agent.hear();
      agent.follower.measureUntil(endNanos + agent.clock.offsetNanos);
    }
    until(seconds + 0.2);
    stopAll();

    assertThat(sent).hasSize((int) plan.dueBy(time.nanos()));
    for (Agent agent : agents.values()) {
      assertThat(agent.summary.measuredNanos())
          .isEqualTo(endNanos - 1 - startNanos - WARMUP.toNanos());
      assertThat(agent.summary.batches().of("w").targetChanged()).isFalse();
      assertThat(agent.summary.workloads().get(0).whole().counts().dropped()).isZero();
      assertThat(agent.snapshots)
          .allSatisfy(
              each -> assertThat(each.workloads().get(0).end().mode()).isEqualTo(PaceMode.PACED));
      assertAddsUp(agent);
    }
  }

  /** Who learns too late of the end has measured on. */
  @Test
  void aCommonEndThatIsPastIsNow() throws Exception {
    begin("a");
    until(4.2);
    agents
        .get("a")
        .follower
        .measureUntil(startNanos + 4 * SECOND + agents.get("a").clock.offsetNanos);
    until(4.5);
    stopAll();

    assertThat(agents.get("a").summary.measuredNanos()).isEqualTo(2 * SECOND + SECOND / 5 + LITTLE);
    agents.values().forEach(FollowerTest::assertAddsUp);
  }

  @Test
  void aTotalIsHeldWhenOneIsStoppedAndAnotherJoins() throws Exception {
    begin("a", "b");
    until(3);
    deal(Map.of("a", WORKERS), 80 / (double) WORKERS);
    until(4);
    agents.get("b").stop();
    until(5.5);
    Agent late = connect("late", -7 * SECOND);
    late.follower.startAt(startNanos + late.clock.offsetNanos);
    late.follower.leaseUntil(NanoClock.NEVER);
    deal(Map.of("a", WORKERS, "late", WORKERS), 80 / (2.0 * WORKERS));
    until(8.5);
    stopAll();

    assertThat(late.numbers()).containsExactly(6L, 7L, 8L, 9L);
    assertThat(late.snapshots).noneMatch(Snapshot::warmup);
    assertThat(late.snapshots.get(0).lengthNanos()).isLessThan(SECOND / 2 + 1);
    assertThat(late.summary.started()).isEqualTo(agents.get("a").summary.started());
    assertThat(sent).hasSize((int) plan.dueBy(time.nanos()));
    for (int i = 1; i < sent.size(); i++) {
      assertThat(sent.get(i) - sent.get(i - 1)).isBetween(SECOND / 80 - 2, SECOND / 80 + 2);
    }
    agents.values().forEach(FollowerTest::assertAddsUp);
  }

  @Test
  void withoutALeaseNothingIsDone() throws Exception {
    begin("a", "b");
    until(3);
    long endNanos = time.nanos() + LEAD;
    agents.get("b").lease(endNanos);
    until(5);
    long before = agents.get("b").sent;
    until(6);
    assertThat(agents.get("b").sent).isEqualTo(before);
    agents.get("b").lease(time.nanos() + FOR_EVER);
    until(7.5);
    stopAll();

    assertThat(agents.get("b").sent).isGreaterThan(before);
    assertThat(agents.get("b").summary.workloads().get(0).measured().counts().due())
        .as("what was due meanwhile was not due here")
        .isLessThan(agents.get("a").summary.workloads().get(0).measured().counts().due() - 100);
    assertThat(agents.get("b").summary.workloads().get(0).measured().counts().dropped()).isZero();
    agents.values().forEach(FollowerTest::assertAddsUp);
  }

  @Test
  void addedWorkersTakePlacesThatAreFreeAndNoOthers() throws Exception {
    begin("a", "b");
    until(3);
    agents.get("a").follower.workers("w", WORKERS + 2);
    until(4);
    assertThat(sent).as("it has no places for them").hasSize((int) plan.dueBy(time.nanos()));
    deal(Map.of("a", WORKERS + 2, "b", WORKERS), 10);
    until(5);
    assertThat(sent).hasSize((int) plan.dueBy(time.nanos()));
    agents.get("a").follower.workers("w", WORKERS);
    assertThat(agents.get("a").follower.workersUp("w")).isEqualTo(WORKERS);
    until(6.5);
    stopAll();

    assertThat((long) sent.size())
        .as("two places stayed empty")
        .isBetween(plan.dueBy(time.nanos()) - 32, plan.dueBy(time.nanos()) - 28);
    agents.values().forEach(FollowerTest::assertAddsUp);
  }

  @Test
  void aRunThatIsStoppedBeforeItsStartDoesNothing() throws Exception {
    connect("a", 5).stop();
    assertThat(sent).isEmpty();
    assertThat(agents.get("a").summary.scheduleStarted()).isFalse();
  }

  private void begin(String... names) {
    Map<String, Integer> places = new TreeMap<>();
    for (String name : names) {
      connect(name, 33L * places.size() * SECOND);
      places.put(name, WORKERS);
    }
    startNanos = time.nanos() + LEAD;
    plan = CommonSchedule.starting(RateCurve.constant(10), places, startNanos);
    for (Agent agent : agents.values()) {
      agent.follower.startAt(startNanos + agent.clock.offsetNanos);
      agent.hear();
      agent.lease(startNanos + FOR_EVER);
    }
  }

  private Agent connect(String name, long offsetNanos) {
    time = VirtualTime.current();
    Agent agent = new Agent(name, offsetNanos);
    agents.put(name, agent);
    time.start(name, agent::execute);
    time.until(agent.follower::ready);
    return agent;
  }

  private void deal(Map<String, Integer> places, double perSecond) {
    plan = plan.deal(new TreeMap<>(places), RateCurve.constant(perSecond), time.nanos() + LEAD);
    agents.values().forEach(Agent::hear);
    time.spend(2 * LEAD);
  }

  /**
   * Up to a time after the start, and a little more, so that nothing is due at that very moment.
   */
  private void until(double seconds) {
    time.spend(startNanos + (long) (seconds * SECOND) + LITTLE - time.nanos());
  }

  private void stopAll() {
    agents.values().forEach(agent -> agent.run.control().stop("told to"));
    agents.values().forEach(Agent::stop);
  }

  /** Due is the sum of all outcomes, in each interval, while measured, and in all. */
  private static void assertAddsUp(Agent agent) {
    Summary.Workload workload = agent.summary.workloads().get(0);
    assertAddsUp(workload.measured());
    assertAddsUp(workload.whole());
    assertThat(workload.whole().counts().done()).isEqualTo(agent.sent);
    agent.snapshots.forEach(each -> assertAddsUp(each.workloads().get(0)));
  }

  private static void assertAddsUp(Window account) {
    assertThat(AccountTerm.TO_DO.stream().mapToLong(term -> term.of(account)).sum())
        .isEqualTo(AccountTerm.OUTCOMES.stream().mapToLong(term -> term.of(account)).sum());
  }

  /** One of the runs. */
  private final class Agent implements Sink {

    final OffsetClock clock;
    final String name;
    final List<Snapshot> snapshots = new ArrayList<>();
    final Run run;
    final Follower follower;
    Summary summary;
    long sent;

    Agent(String name, long offsetNanos) {
      this.name = name;
      this.clock = new OffsetClock(time, offsetNanos);
      WorkloadSpec workload =
          WorkloadSpec.of("w", index -> new Sending(), WORKERS, new RateTarget.PerWorker(10));
      this.run =
          Run.following(
              new RunSpec(
                  name,
                  List.of(workload),
                  Duration.ZERO,
                  WARMUP,
                  Duration.ofSeconds(1),
                  Duration.ofSeconds(5)),
              clock,
              time,
              () -> 0,
              new SplittableRandom(1),
              List.of(this));
      this.follower = run.follower().orElseThrow();
    }

    void execute() {
      try {
        summary = run.execute();
      } catch (StartFailedException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    void hear() {
      follower.follow("w", plan.shareOf(name).by(clock.offsetNanos));
    }

    void lease(long nanos) {
      follower.leaseUntil(nanos + clock.offsetNanos);
    }

    void stop() {
      run.control().stop("told to");
      time.until(() -> summary != null);
    }

    List<Long> numbers() {
      return snapshots.stream().map(Snapshot::number).toList();
    }

    @Override
    public void interval(Snapshot snapshot) {
      snapshots.add(snapshot);
    }

    private final class Sending implements Worker {
      @Override
      public void open() {
        time.spend(50_000_000);
      }

      @Override
      public Outcome iterate() {
        FollowerTest.this.sent.add(time.nanos());
        sent++;
        return Outcome.DONE;
      }

      @Override
      public void close() {}
    }
  }

  /** Reads so much more than the time of all. */
  private record OffsetClock(VirtualTime time, long offsetNanos) implements NanoClock {

    @Override
    public long nanos() {
      return time.nanos() + offsetNanos;
    }

    @Override
    public void parkUntil(long deadlineNanos) {
      time.parkUntil(deadlineNanos == NEVER ? NEVER : deadlineNanos - offsetNanos);
    }

    @Override
    public void unpark(Thread thread) {
      time.unpark(thread);
    }

    @Override
    public Thread start(ThreadFactory threads, String threadName, Runnable task) {
      return time.start(threads, threadName, task);
    }

    @Override
    public void join(Thread thread) {
      time.join(thread);
    }
  }
}
