package dev.sluice.control.fleet.run;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunExecution;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Window;
import dev.sluice.core.time.NanoClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run on a fleet in one process, judged by counts. */
@Timeout(180)
class FleetRunTest {

  private static final String PLAN =
      """
      providers: {p: {type: 'null'}}
      workloads:
        senders: {type: send, queue: Q, threads: 9, total-rate: 300}
      run: {duration: 2s, interval: 500ms}
      """;

  private final Map<String, Counts> countsByAgent = new ConcurrentHashMap<>();

  private void add(String agent, Snapshot interval) {
    for (Window workload : interval.workloads()) {
      countsByAgent.merge(agent, workload.counts(), Counts::plus);
    }
  }

  @Test
  void threeAgentsDoOneTotalAndTellOneSummary() throws Exception {
    try (LocalFleet fleet = new LocalFleet(FleetTiming.standard())) {
      for (String name : List.of("a1", "a2", "a3")) {
        fleet.agent(name, Map.of());
      }
      RunExecution run = fleet.run(PLAN, this::add, List.of());

      Summary summary = run.execute();

      Summary.Workload senders = summary.workloads().get(0);
      assertThat(countsByAgent).containsOnlyKeys("a1", "a2", "a3");
      assertThat(senders.measured().counts())
          .isEqualTo(countsByAgent.values().stream().reduce(Counts.ZERO, Counts::plus));
      assertThat(senders.measured().counts().due()).isGreaterThanOrEqualTo(600);
      assertThat(countsByAgent.get("a1").due())
          .isBetween(countsByAgent.get("a3").due() - 3, countsByAgent.get("a3").due() + 3);
      assertThat(summary.clean()).isTrue();
      assertThat(summary.cpu().processors())
          .as("of one host, which three agents share")
          .isEqualTo(Runtime.getRuntime().availableProcessors());
      assertThat(senders.whole().counts().unfinishedGrowth()).isZero();
    }
  }

  /** What a run tells. */
  private static final class Told implements Sink {
    private final List<RunEvent> events = new CopyOnWriteArrayList<>();
    private final List<Snapshot> intervals = new CopyOnWriteArrayList<>();

    @Override
    public void event(RunEvent event) {
      events.add(event);
    }

    @Override
    public void interval(Snapshot snapshot) {
      intervals.add(snapshot);
    }

    private boolean has(RunEvent.Kind kind, String part) {
      return events.stream().anyMatch(each -> each.kind() == kind && each.text().contains(part));
    }

    /** Waits for intervals that end with this rate as their target, three in a row. */
    private void awaitTarget(double perSecond) throws InterruptedException {
      awaitIntervals(each -> Math.abs(each.end().targetNowPerSecond() - perSecond) < 0.1);
    }

    /** Waits until this is true of three intervals in a row that are still to come. */
    private void awaitIntervals(Predicate<Window> condition) throws InterruptedException {
      int seen = intervals.size();
      await(
          () -> {
            int all = intervals.size();
            return all >= seen + 3
                && intervals.subList(all - 3, all).stream()
                    .map(each -> each.workloads().get(0))
                    .allMatch(condition);
          });
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(10);
    }
  }

  /** A run that goes on until it is stopped. */
  private final class Running implements AutoCloseable {
    private final RunExecution run;
    private final CompletableFuture<Summary> summary = new CompletableFuture<>();
    private final Told told = new Told();

    Running(LocalFleet fleet) throws InterruptedException {
      this(fleet, "200ms");
      await(() -> told.intervals.size() >= 2 || summary.isDone());
    }

    /** Does not wait for anything. */
    Running(LocalFleet fleet, String interval) {
      run =
          fleet.run(
              PLAN.replace("duration: 2s, ", "").replace("500ms", interval),
              FleetRunTest.this::add,
              List.of(told));
      new Thread(
              () -> {
                try {
                  summary.complete(run.execute());
                } catch (Exception e) {
                  summary.completeExceptionally(e);
                }
              })
          .start();
    }

    Summary stopped() throws Exception {
      run.control().stop("the test has seen enough");
      return summary.get(120, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
      run.control().stop("closed");
    }
  }

  private static LocalFleet threeAgents(FleetTiming timing) throws Exception {
    LocalFleet fleet = new LocalFleet(timing);
    for (String name : List.of("a1", "a2", "a3")) {
      fleet.agent(name, Map.of());
    }
    return fleet;
  }

  private static FleetTiming shortLease() {
    return FleetTiming.withLease(2_000_000_000L, false);
  }

  @Test
  @Tag("soak")
  void aRateIsThatOfThePlanAndReachesAll() throws Exception {
    try (LocalFleet fleet = threeAgents(FleetTiming.standard());
        Running running = new Running(fleet)) {
      List<WorkloadStatus> changed =
          running.run.control().changeRate("", new RateChange.ToTotal(900), Duration.ZERO);

      assertThat(changed.get(0).target().finalTotalPerSecond()).isEqualTo(900);
      running.told.awaitTarget(900);
      running.run.control().pause("");
      running.told.awaitIntervals(each -> each.counts().due() == 0);
      assertThat(running.run.control().status().workloads().get(0).target().mode())
          .isEqualTo(PaceMode.PAUSED);
      assertThat(running.stopped().clean()).isTrue();
    }
  }

  @Test
  void whatIsUndoneIsUndoneOnAllAgents() throws Exception {
    try (LocalFleet fleet = threeAgents(FleetTiming.standard());
        Running running = new Running(fleet)) {
      RunControl control = running.run.control();
      int workers = control.status().workloads().get(0).workers();
      control.changeRate("", new RateChange.ToTotal(900), Duration.ZERO);
      control.addWorkers("", 3);
      control.pause("");
      running.told.awaitIntervals(each -> each.counts().due() == 0);

      control.undo("");
      running.told.awaitTarget(900);
      running.told.awaitIntervals(each -> each.end().workers() == workers + 3);
      control.undo("");
      running.told.awaitIntervals(each -> each.end().workers() == workers);
      control.undo("");
      running.told.awaitTarget(300);
      assertThat(control.status().undoable()).isEmpty();
      assertThat(running.stopped().clean()).isTrue();
    }
  }

  @Test
  void aThreadOfAnAgentThatDiesIsAnEventALineOfTheSummaryAndAFailureOfTheRun() throws Exception {
    String line = "a2: the harness failed in its thread some-thread: ";
    try (LocalFleet fleet = threeAgents(FleetTiming.standard());
        Running running = new Running(fleet)) {
      fleet.failThread("a2", new NoClassDefFoundError("gone"));
      await(() -> running.told.has(RunEvent.Kind.ERROR, line));
      Summary summary = running.stopped();

      assertThat(summary.failures()).singleElement().asString().startsWith(line);
      assertThat(summary.clean()).isFalse();
      assertThat(summary.workloads().get(0).workersLost()).isZero();
    }
  }

  @Test
  void theShareOfAnAgentThatDiesGoesToTheRest() throws Exception {
    try (LocalFleet fleet = threeAgents(FleetTiming.standard());
        Running running = new Running(fleet)) {
      fleet.kill("a2");
      await(() -> running.told.has(RunEvent.Kind.AGENT, "a2 is dead"));
      running.told.awaitTarget(300);

      fleet.agent("a4", Map.of());
      await(() -> running.told.has(RunEvent.Kind.AGENT, "a4 takes the place"));
      await(() -> countsByAgent.containsKey("a4") && countsByAgent.get("a4").due() > 50);
      Summary summary = running.stopped();

      assertThat(summary.workloads().get(0).workersLost()).isEqualTo(3);
      assertThat(summary.clean()).isFalse();
      assertThat((double) summary.workloads().get(0).measured().counts().due())
          .isLessThanOrEqualTo(300 * summary.measuredNanos() / 1e9 + 9);
      assertThat(summary.workloads().get(0).measured().counts())
          .isEqualTo(countsByAgent.values().stream().reduce(Counts.ZERO, Counts::plus));
      assertThat(summary.workloads().get(0).verdict().explanation()).contains("a2");
    }
  }

  @Test
  void anAgentThatDiesBeforeItHasToldAnythingIsMissed() throws Exception {
    try (LocalFleet fleet = threeAgents(FleetTiming.standard());
        Running running = new Running(fleet, "1h")) {
      await(() -> running.told.has(RunEvent.Kind.STARTED, "the schedule starts"));
      fleet.kill("a2");
      await(() -> running.told.has(RunEvent.Kind.AGENT, "a2 is dead"));
      Summary summary = running.stopped();

      assertThat(countsByAgent).doesNotContainKey("a2");
      assertThat(summary.workloads().get(0).workersLost()).isEqualTo(3);
      assertThat(summary.clean()).isFalse();
      assertThat(summary.workloads().get(0).verdict().explanation())
          .contains("without any figures of a2");
    }
  }

  @Test
  @Tag("soak")
  void anAgentThatAnotherControllerDoesNotHearIsMissed() throws Exception {
    try (LocalFleet fleet = threeAgents(shortLease());
        Running running = new Running(fleet)) {
      fleet.network().cut("a2");
      await(() -> running.told.has(RunEvent.Kind.AGENT, "a2 was silent until its lease ran out"));
      Told told = new Told();
      fleet.killController();
      RunExecution run = fleet.taken(this::add, List.of(told));
      CompletableFuture<Summary> summary = executed(run);
      told.awaitIntervals(each -> true);
      run.control().stop("the test has seen enough");
      Summary end = summary.get(120, TimeUnit.SECONDS);

      assertThat(told.has(RunEvent.Kind.AGENT, "a2 is silent, and its figures are missing"))
          .isTrue();
      assertThat(end.workloads().get(0).workersLost()).isEqualTo(3);
      assertThat(end.clean()).isFalse();
      assertThat(end.workloads().get(0).verdict().explanation())
          .contains("without any figures of a2");
    }
  }

  @Test
  @Tag("soak")
  void anAgentThatAnotherControllerHearsLateTellsAllItsFigures() throws Exception {
    try (LocalFleet fleet = threeAgents(shortLease());
        Running running = new Running(fleet)) {
      fleet.network().cut("a2");
      await(() -> running.told.has(RunEvent.Kind.AGENT, "a2 was silent until its lease ran out"));
      countsByAgent.clear();
      Told told = new Told();
      fleet.killController();
      RunExecution run = fleet.taken(this::add, List.of(told));
      CompletableFuture<Summary> summary = executed(run);
      told.awaitIntervals(each -> true);
      fleet.network().heal("a2");
      await(() -> countsByAgent.containsKey("a2"));
      run.control().stop("the test has seen enough");
      Summary end = summary.get(120, TimeUnit.SECONDS);

      assertThat(end.workloads().get(0).workersLost()).isZero();
      assertThat(end.workloads().get(0).measured().counts())
          .isEqualTo(countsByAgent.values().stream().reduce(Counts.ZERO, Counts::plus));
      assertThat(end.workloads().get(0).verdict().explanation()).doesNotContain("a2");
    }
  }

  /** On a thread of its own: a run whose controller is gone never ends. */
  private static CompletableFuture<Summary> executed(RunExecution run) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return run.execute();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        task -> NanoClock.SYSTEM.start("run", task));
  }

  @Test
  @Tag("soak")
  void anAgentThatIsCutOffStopsBeforeItsShareIsGivenAway() throws Exception {
    try (LocalFleet fleet = threeAgents(shortLease());
        Running running = new Running(fleet)) {
      fleet.network().cut("a2");
      await(() -> running.told.has(RunEvent.Kind.AGENT, "a2 was silent until its lease ran out"));
      int before = running.told.intervals.size();
      await(() -> running.told.intervals.size() >= before + 3); // so some are without what it did
      fleet.network().heal("a2");
      await(() -> running.told.has(RunEvent.Kind.AGENT, "a2 is heard again"));
      running.told.awaitTarget(300);
      Summary summary = running.stopped();

      assertThat(summary.workloads().get(0).workersLost()).isZero();
      assertThat(summary.workloads().get(0).measured().counts())
          .isEqualTo(countsByAgent.values().stream().reduce(Counts.ZERO, Counts::plus));
      double seconds = summary.measuredNanos() / 1e9;
      assertThat((double) summary.workloads().get(0).measured().counts().due())
          .isLessThanOrEqualTo(300 * seconds + 9);
      assertThat(running.told.has(RunEvent.Kind.AGENT, "came late")).isTrue();
    }
  }

  @Test
  void anotherControllerGoesOnWithAllFiguresSoFar() throws Exception {
    try (LocalFleet fleet = threeAgents(shortLease());
        Running running = new Running(fleet)) {
      running.run.control().changeRate("", new RateChange.ToTotal(600), Duration.ZERO);
      int seen = running.told.intervals.size();
      await(() -> running.told.intervals.size() >= seen + 2);
      countsByAgent.clear();
      Told told = new Told();
      fleet.killController();
      RunExecution run = fleet.taken(this::add, List.of(told));
      CompletableFuture<Summary> summary = executed(run);

      await(() -> told.intervals.size() >= seen + 6 || summary.isDone());
      assertThat(run.control().status().workloads().get(0).target().finalTotalPerSecond())
          .isEqualTo(600);
      run.control().changeRate("", new RateChange.ByPercent(50), Duration.ZERO);
      run.control().stop("the test has seen enough");
      Summary end = summary.get(120, TimeUnit.SECONDS);

      assertThat(told.intervals.get(0).number()).isEqualTo(1);
      assertThat(end.workloads().get(0).measured().counts())
          .isEqualTo(countsByAgent.values().stream().reduce(Counts.ZERO, Counts::plus));
      assertThat(end.workloads().get(0).measured().counts().due()).isGreaterThan(300);
      assertThat(end.clean()).isTrue();
    }
  }

  /** Whether it is followed before the plan ends, or after it: no agent acts beyond its end. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRunThatAnotherControllerFollowsEndsWithItsPlan(boolean afterItsEnd) throws Exception {
    try (LocalFleet fleet = threeAgents(shortLease())) {
      int seconds = afterItsEnd ? 4 : 12;
      String plan = PLAN.replace("duration: 2s", "duration: " + seconds + "s");
      Told first = new Told();
      CompletableFuture<Summary> unused = executed(fleet.run(plan, this::add, List.of(first)));
      await(() -> first.intervals.size() >= 2);
      fleet.killController();
      long afterNanos = System.nanoTime() + (afterItsEnd ? 4_500_000_000L : 0);
      await(() -> System.nanoTime() - afterNanos >= 0);
      Told told = new Told();
      Summary end = executed(fleet.taken(this::add, List.of(told))).get(120, TimeUnit.SECONDS);
      assertThat(end.endReason()).isEqualTo("the duration has passed");
      assertThat(told.has(RunEvent.Kind.AGENT, "the run stood still for ")).isTrue();
      double due = end.workloads().get(0).measured().counts().due();
      double unassigned =
          end.workloads().get(0).verdict().shares().stream()
              .filter(each -> each.kind() == Verdict.Kind.AGENTS_MISSING)
              .mapToDouble(Verdict.Share::iterations)
              .sum();
      assertThat(due).isLessThan(300 * seconds);
      assertThat(due + unassigned)
          .as("300/s for %d s, and nothing after the end of the plan", seconds)
          .isBetween(300.0 * seconds - 30, 300.0 * seconds + 10);
    }
  }

  @Test
  void aRunSaysWhatAProfileWasTakenFrom(@TempDir Path folder) throws Exception {
    Path table = Files.writeString(folder.resolve("t.csv"), "second,sent\n1,100\n2,100\n");
    Told told = new Told();
    try (LocalFleet fleet = threeAgents(FleetTiming.standard())) {
      String plan = PLAN.replace("total-rate: 300", "profile: '" + table + "'");
      fleet.run(plan, this::add, List.of(told)).execute();
    }
    assertThat(told.has(RunEvent.Kind.RATE, "plays a profile: counts in column 'sent'")).isTrue();
  }

  @Test
  void aRunOfWhichNoAgentCanHaveAShareDoesNotStart() throws Exception {
    FleetTiming usual = FleetTiming.standard();
    FleetTiming exact =
        new FleetTiming(
            usual.tickNanos(),
            usual.heartbeatNanos(),
            usual.leadNanos(),
            usual.leaseNanos(),
            usual.keepNanos(),
            usual.suspectNanos(),
            0,
            false);
    try (LocalFleet fleet = threeAgents(exact)) {
      assertThatThrownBy(fleet.run(PLAN, this::add, List.of())::execute)
          .isInstanceOf(StartFailedException.class)
          .hasMessageContaining("no agent has a share")
          .hasMessageContaining("a1, a2, a3");
    }
  }

  /** A disk that hangs, or a terminal that takes nothing. */
  @Test
  void leasesAreRenewedWhileAnOutputIsBlocked() throws Exception {
    CountDownLatch blocked = new CountDownLatch(1);
    Sink disk =
        new Sink() {
          @Override
          public void part(String host, Snapshot snapshot) {
            try {
              blocked.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };
    Told told = new Told();
    try (LocalFleet fleet = threeAgents(shortLease())) {
      RunExecution run =
          fleet.run(PLAN.replace("duration: 2s, ", ""), this::add, List.of(disk, told));
      CompletableFuture<Summary> summary = executed(run);
      await(() -> told.intervals.size() >= 9); // more than two leases
      blocked.countDown();
      run.control().stop("the test has seen enough");
      Counts counts = summary.get(120, TimeUnit.SECONDS).workloads().get(0).measured().counts();
      assertThat(told.has(RunEvent.Kind.AGENT, "silent")).isFalse();
      assertThat(counts)
          .isEqualTo(countsByAgent.values().stream().reduce(Counts.ZERO, Counts::plus));
    }
  }

  @Test
  void aCommandBeforeItsAgentsAreThereIsRefusedAndChangesNothing() throws Exception {
    try (LocalFleet fleet = new LocalFleet(FleetTiming.standard())) {
      fleet.agent("a1", Map.of());
      RunExecution run =
          fleet.run(PLAN.replace("threads: 9", "threads: 9, agents: 3"), this::add, List.of());
      CompletableFuture<Summary> summary = executed(run);
      RunControl control = run.control();
      await(() -> !fleet.fleet().agents().isEmpty());
      List<ThrowingCallable> commands =
          List.of(
              () -> control.changeRate("", new RateChange.ToTotal(900), Duration.ZERO),
              () -> control.pause(""),
              () -> control.resume(""),
              () -> control.addWorkers("", 1),
              () -> control.endWorkers("", 1));
      for (ThrowingCallable command : commands) {
        assertThatThrownBy(command)
            .isInstanceOf(RunControlException.class)
            .hasMessage("the run has not begun; it waits for 2 agents");
      }
      fleet.agent("a2", Map.of());
      fleet.agent("a3", Map.of());
      Window measured = summary.get(120, TimeUnit.SECONDS).workloads().get(0).measured();
      // a busy host ends the run late, so what counts is what was asked for each second
      assertThat(measured.asked() / measured.lengthNanos() * NANOS_PER_SECOND)
          .isCloseTo(300, withinPercentage(5));
    }
  }

  @Test
  void aRunIsOverWhenAllWorkersHaveDoneTheirCount() throws Exception {
    try (LocalFleet fleet = threeAgents(FleetTiming.standard())) {
      RunExecution run =
          fleet.run(
              """
              providers: {p: {type: 'null'}}
              workloads:
                senders: {type: send, queue: Q, threads: 4, count: 50, agents: 2}
              run: {interval: 500ms}
              """,
              this::add,
              List.of());

      Summary summary = run.execute();

      assertThat(summary.endReason()).isEqualTo("all workers have ended");
      assertThat(summary.workloads().get(0).whole().counts().done()).isEqualTo(200);
      assertThat(countsByAgent).as("two of those that come first").hasSize(2);
      assertThat(summary.clean()).isTrue();
    }
  }

  @Test
  void oneThatCannotPlayItsPartIsNamed() throws Exception {
    try (LocalFleet fleet = threeAgents(FleetTiming.standard())) {
      RunExecution run =
          fleet.run(
              PLAN.replace("type: 'null'", "type: ibmmq, key-store: /no/such/file"),
              this::add,
              List.of());

      assertThatThrownBy(run::execute)
          .isInstanceOf(StartFailedException.class)
          .hasMessageContaining("agent a")
          .hasMessageContaining("'key-store' requires");
    }
  }
}
