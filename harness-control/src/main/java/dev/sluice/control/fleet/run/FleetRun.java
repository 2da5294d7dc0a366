package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.AgentStatus.Phase;
import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.Departure;
import dev.sluice.control.fleet.protocol.Item;
import dev.sluice.control.fleet.protocol.Task;
import dev.sluice.control.format.EventJson;
import dev.sluice.control.format.RecordedEvents;
import dev.sluice.control.format.RecordedInterval;
import dev.sluice.control.scenario.model.AgentSelection;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.EventBus;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.LiveControl;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunExecution;
import dev.sluice.core.run.RunPhase;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.StartFailedException;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.stats.DeliveryCheck;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.Signal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.json.JSONException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run whose workers are on the agents of a fleet: what {@link dev.sluice.core.run.Run} is in one
 * process. {@link #execute} is called once; what agents tell comes on the fleet's thread.
 */
public final class FleetRun implements RunExecution, FleetListener {

  private static final Logger LOG = LoggerFactory.getLogger(FleetRun.class);

  /** How long agents may take to come, and outputs to take what there is to tell. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A person who waits for agents is told what for. */
  private static final Duration TOLD_BEFORE = Duration.ofSeconds(57);

  private static final Duration REPORTING_TIMEOUT = Duration.ofSeconds(30);

  /** Agents hear of the start before it comes. */
  private static final Duration START_LEAD = Duration.ofSeconds(1);

  /** How long the last figures of an agent may take that is heard. */
  private static final Duration FINAL_PATIENCE = Duration.ofSeconds(20);

  /** Behind all intervals. */
  private static final long LAST = Long.MAX_VALUE;

  private static final Duration LOOK = Duration.ofMillis(50);

  /** For clocks that are not known yet, as on hosts where many agents have just been started. */
  private static final Duration CLOCK_PATIENCE = Duration.ofSeconds(20);

  /** Agents of a fleet that are found one after the other come within this time. */
  private static final Duration SETTLING = Duration.ofMillis(1_500);

  /**
   * What is run.
   *
   * @param name of the scenario
   * @param spec all workloads, with all workers
   * @param plan as it travels
   * @param note what agents keep for a controller that follows
   * @param agents where workloads run, by workload; all agents where nothing is said
   * @param inherited what another controller began of it, if one did
   */
  public record Plan(
      String name,
      RunSpec spec,
      PlanText.Travelling plan,
      RunNote note,
      Map<String, AgentSelection> agents,
      Optional<Inheritance> inherited) {

    public Plan {
      agents = Map.copyOf(agents);
    }
  }

  private final Plan plan;
  private final RunSpec spec;
  private final Fleet fleet;
  private final NanoClock clock;
  private final InstantSource wallClock;
  private final CpuMeter cpuMeter;
  private final BiConsumer<String, RecordedInterval> byAgent;
  private final EventBus bus;
  private final Timeline timeline;
  private final Signal changes;
  private final IntervalSums sums;
  private final Map<String, FleetWorkload> workloads = new LinkedHashMap<>();
  private final FleetControl control;

  private final Map<String, AgentTotals> totals = new LinkedHashMap<>(); // by member; guarded

  /** Agents of an earlier controller that this one has not heard, by name; guarded by this. */
  private final Map<String, AgentTotals> unheard = new TreeMap<>();

  private final Map<String, AgentView> views = new TreeMap<>(); // by member; guarded by this
  private final Map<String, Double> cost = new HashMap<>(); // by workload; guarded by this
  private final Optional<DeliveryCheck.SharedAccount> account;

  /** What agents told of deliveries and was not entered yet, by interval; guarded by this. */
  private final NavigableMap<Long, List<String>> deliveries = new TreeMap<>();

  private String stopReason; // guarded by this
  private volatile RunPhase phase = RunPhase.CONNECTING;
  private volatile Snapshot latest;
  private Instant started = Instant.EPOCH; // of the run's own thread
  private long startNanos; // of the run's own thread
  private long cpuNanosBefore; // of the run's own thread

  /**
   * @param cpuMeter of this process
   * @param byAgent takes each interval of each agent
   * @param sinks learn how the run goes
   */
  public FleetRun(
      Plan plan,
      Fleet fleet,
      InstantSource wallClock,
      CpuMeter cpuMeter,
      BiConsumer<String, RecordedInterval> byAgent,
      List<Sink> sinks) {
    this.plan = plan;
    this.spec = plan.spec();
    this.fleet = fleet;
    this.clock = fleet.clock();
    this.wallClock = wallClock;
    this.cpuMeter = cpuMeter;
    this.byAgent = byAgent;
    this.bus = new EventBus(clock, sinks);
    this.timeline = new Timeline(clock, wallClock, bus);
    this.changes = new Signal(clock);
    this.account =
        spec.workloads().stream().flatMap(each -> each.delivery().account().stream()).findFirst();
    this.sums =
        new IntervalSums(
            spec.id(),
            spec.workloads().stream().map(WorkloadSpec::name).toList(),
            Math.max(2_000_000_000L, spec.interval().toNanos()));
    for (WorkloadSpec workload : spec.workloads()) {
      workloads.put(workload.name(), new FleetWorkload(workload, fleet, this::standing));
    }
    this.control =
        new FleetControl(
            new LiveControl(
                spec,
                clock,
                List.copyOf(workloads.values()),
                () -> Optional.ofNullable(latest),
                timeline,
                bus,
                this::stop,
                () -> phase),
            fleet);
  }

  @Override
  public RunControl control() {
    return control;
  }

  @Override
  public Summary execute() throws StartFailedException, InterruptedException {
    fleet.listen(this);
    try {
      boolean startedWell = false;
      try {
        if (plan.inherited().isPresent()) {
          inherit(plan.inherited().get());
        } else {
          place();
          awaitReady();
          awaitClocks();
        }
        startedWell = true;
      } finally {
        if (!startedWell) {
          timeline.notStarted();
          fleet.release();
        }
      }
      if (stopReason() == null) {
        if (plan.inherited().isEmpty()) {
          begin();
        }
        play();
      }
      end();
      return summary();
    } finally {
      phase = RunPhase.ENDED;
      fleet.listen(FleetListener.NONE);
      int blocked = bus.close(REPORTING_TIMEOUT);
      if (blocked > 0) {
        LOG.warn("{} outputs were blocked to the end and are incomplete", blocked);
      }
    }
  }

  /** Chooses agents, and gives them the task. */
  private void place() throws StartFailedException, InterruptedException {
    long deadlineNanos = clock.nanos() + PATIENCE.toNanos();
    awaitAgents(deadlineNanos);
    Map<String, Placement> placements = new LinkedHashMap<>();
    Map<String, Integer> used = new HashMap<>();
    List<AgentView> present = free();
    for (WorkloadSpec workload : spec.workloads()) {
      List<AgentView> chosen = chosen(selection(workload), present, used);
      List<AgentView> needed =
          chosen.subList(0, Math.min(chosen.size(), Math.max(1, workload.workers())));
      needed.forEach(each -> used.merge(each.member(), 1, Integer::sum));
      placements.put(
          workload.name(),
          new Placement(
              workload.workers(), needed.stream().map(each -> each.info().name()).toList()));
      workloads
          .get(workload.name())
          .placed(
              needed.stream()
                  .collect(
                      Collectors.toMap(
                          AgentView::member,
                          each ->
                              new Placement(
                                      workload.workers(),
                                      needed.stream().map(AgentView::member).toList())
                                  .workersOf(each.member()),
                          Integer::sum,
                          LinkedHashMap::new)));
    }
    String id = plan.name() + "-" + Long.toString(wallClock.millis(), Character.MAX_RADIX);
    Map<String, Content> files = new LinkedHashMap<>();
    plan.plan().files().forEach((name, bytes) -> files.put(name, Content.of(bytes)));
    fleet.begin(
        new Task(id, new FleetTask(plan.name(), plan.plan().text(), placements).text(), files),
        workloads.values().stream().map(FleetWorkload::orders).toList(),
        plan.note());
  }

  /** Waits for enough agents; where all are wanted, until no more come. */
  private void awaitAgents(long deadlineNanos) throws StartFailedException, InterruptedException {
    long settledNanos = clock.nanos();
    int before = 0;
    boolean told = false;
    boolean allWanted =
        spec.workloads().stream().anyMatch(each -> selection(each).count().isEmpty());
    while (stopReason() == null) {
      int now = free().size();
      if (now != before) {
        before = now;
        settledNanos = clock.nanos() + SETTLING.toNanos();
      }
      Optional<String> lacking = lacking();
      if (lacking.isEmpty() && (!allWanted || clock.nanos() >= settledNanos)) {
        return;
      }
      if (lacking.isPresent() && !told && clock.nanos() >= deadlineNanos - TOLD_BEFORE.toNanos()) {
        told = true;
        tell("waiting: " + lacking.get());
      }
      if (lacking.isPresent() && clock.nanos() >= deadlineNanos) {
        throw new StartFailedException(lacking.get(), null);
      }
      changes.await(() -> stopReason() != null, clock.nanos() + LOOK.toNanos());
    }
  }

  /** Why there are not enough agents, if so. */
  private Optional<String> lacking() {
    List<AgentView> present = free();
    for (WorkloadSpec workload : spec.workloads()) {
      AgentSelection selection = selection(workload);
      int wanted = selection.count().orElse(1);
      long there = present.stream().filter(each -> fits(selection, each)).count();
      if (there < wanted) {
        return Optional.of(
            "workload %s needs %d agents (%s); the fleet has %d of them free%s"
                .formatted(
                    workload.name(),
                    wanted,
                    selection.text(),
                    there,
                    present.isEmpty()
                        ? ""
                        : ": "
                            + present.stream()
                                .map(each -> each.info().name())
                                .collect(Collectors.joining(", "))));
      }
    }
    return Optional.empty();
  }

  private List<AgentView> free() {
    return fleet.agents().stream()
        .filter(
            each ->
                each.condition() == AgentView.Condition.PRESENT
                    && each.status().phase() == Phase.IDLE)
        .sorted(Comparator.comparing(each -> each.info().name()))
        .toList();
  }

  private AgentSelection selection(WorkloadSpec workload) {
    return plan.agents().getOrDefault(workload.name(), AgentSelection.ALL);
  }

  /** Those that have least to do come first. */
  private static List<AgentView> chosen(
      AgentSelection selection, List<AgentView> present, Map<String, Integer> used) {
    List<AgentView> fitting =
        present.stream()
            .filter(each -> fits(selection, each))
            .sorted(Comparator.comparing((AgentView each) -> used.getOrDefault(each.member(), 0)))
            .toList();
    return selection.count().isEmpty()
        ? fitting
        : fitting.subList(0, Math.min(fitting.size(), selection.count().getAsInt()));
  }

  private static boolean fits(AgentSelection selection, AgentView agent) {
    if (selection.label().isEmpty()) {
      return true;
    }
    String[] label = selection.label().get().split("=", 2);
    String value = agent.info().labels().get(label[0]);
    return value != null && (label.length == 1 || value.equals(label[1]));
  }

  private void awaitReady() throws StartFailedException, InterruptedException {
    long silenceNanos = PATIENCE.toNanos();
    long deadlineNanos = clock.nanos() + silenceNanos;
    int upBefore = -1;
    while (stopReason() == null) {
      List<AgentView> mine = placedAndWell();
      int up = workloads.values().stream().mapToInt(each -> each.status().workersUp()).sum();
      if (up != upBefore) {
        upBefore = up;
        tellUp();
        deadlineNanos = clock.nanos() + silenceNanos;
      }
      if (mine.stream().allMatch(each -> each.status().ready() && each.upToDate())) {
        return;
      }
      if (clock.nanos() > deadlineNanos) {
        throw new StartFailedException(
            "agents are not ready: "
                + mine.stream()
                    .filter(each -> !each.status().ready())
                    .map(each -> each.info().name() + " (" + lower(each.status().phase()) + ")")
                    .collect(Collectors.joining(", ")),
            null);
      }
      changes.await(() -> stopReason() != null, clock.nanos() + LOOK.toNanos());
    }
  }

  /** An agent whose clock is not known to the end of this begins without a share. */
  private void awaitClocks() throws StartFailedException, InterruptedException {
    long deadlineNanos = clock.nanos() + CLOCK_PATIENCE.toNanos();
    boolean told = false;
    while (stopReason() == null && clock.nanos() < deadlineNanos) {
      long unknown = placedAndWell().stream().filter(each -> !each.clockIsKnown()).count();
      if (unknown == 0) {
        return;
      }
      if (!told) {
        told = true;
        tell("waiting for the clocks of %d agents".formatted(unknown));
      }
      changes.await(() -> stopReason() != null, clock.nanos() + LOOK.toNanos());
    }
  }

  private void tellUp() {
    for (FleetWorkload workload : workloads.values()) {
      bus.connecting(workload.name(), workload.status().workersUp(), workload.spec().workers());
    }
  }

  /** The agents that have a part in it, as they are now. */
  private List<AgentView> placed() {
    return fleet.agents().stream()
        .filter(
            each ->
                workloads.values().stream()
                    .anyMatch(workload -> workload.workersOf(each.member()).isPresent()))
        .toList();
  }

  /** The same, before the start: one that has failed by then ends the run. */
  private List<AgentView> placedAndWell() throws StartFailedException {
    List<AgentView> mine = placed();
    Optional<AgentView> failed =
        mine.stream().filter(each -> each.status().phase() == Phase.FAILED).findFirst();
    if (failed.isPresent()) {
      throw new StartFailedException(
          "agent " + failed.get().info().name() + ": " + failed.get().status().content().text(),
          null);
    }
    return mine;
  }

  private void begin() {
    startNanos = clock.nanos() + START_LEAD.toNanos();
    started = wallClock.instant().plus(START_LEAD);
    synchronized (this) {
      expectPlaced();
    }
    timeline.start(startNanos);
    fleet.startAt(startNanos);
    phase = spec.warmup().isZero() ? RunPhase.RUNNING : RunPhase.WARMUP;
    timeline.add(
        RunEvent.Kind.STARTED,
        "",
        "all workers are up on "
            + placed().stream().map(each -> each.info().name()).collect(Collectors.joining(", "))
            + ", the schedule starts");
  }

  /** Goes on with what another controller began; agents tell all figures again. */
  private void inherit(Inheritance from) {
    from.workloads()
        .forEach(
            (name, each) ->
                Optional.ofNullable(workloads.get(name)).ifPresent(of -> of.inherit(each)));
    startNanos = from.startNanos();
    started = wallClock.instant().minusNanos(clock.nanos() - startNanos);
    synchronized (this) {
      expectPlaced();
    }
    timeline.start(startNanos);
    phase = RunPhase.RUNNING;
    timeline.add(
        RunEvent.Kind.STARTED,
        "",
        "this controller goes on with what another one began, on "
            + placed().stream().map(each -> each.info().name()).collect(Collectors.joining(", ")));
    missUnheard(from);
  }

  private void expectPlaced() {
    placed()
        .forEach(
            each -> {
              totalsOf(each);
              sums.expect(each.member());
            });
  }

  /** Those of an agent that has a part in the run, or told of one. */
  private synchronized AgentTotals totalsOf(AgentView agent) {
    unheard.remove(agent.info().name());
    return totals.computeIfAbsent(
        agent.member(), added -> new AgentTotals(agent.info().name(), given(agent.member())));
  }

  private Map<String, Integer> given(String member) {
    Map<String, Integer> given = new HashMap<>();
    workloads.forEach(
        (name, each) -> each.workersOf(member).ifPresent(workers -> given.put(name, workers)));
    return given;
  }

  /** They may come to tell their figures; without them, their workers are lost. */
  private synchronized void missUnheard(Inheritance from) {
    Set<String> heard =
        totals.values().stream().map(AgentTotals::agent).collect(Collectors.toSet());
    from.unheard(heard)
        .forEach(
            (agent, workers) -> {
              unheard.put(agent, new AgentTotals(agent, workers));
              tell("agent " + agent + " is not heard, and its figures are missing");
            });
  }

  private void play() throws InterruptedException {
    cpuNanosBefore = cpuMeter.cpuNanos();
    boolean warm = spec.warmup().isZero();
    // ordered a little before, so that it takes effect in time
    long endNanos =
        spec.duration().isZero()
            ? NanoClock.NEVER
            : startNanos + spec.duration().toNanos() - fleet.lead().toNanos();
    while (stopReason() == null) {
      changes.await(() -> stopReason() != null, Math.min(endNanos, clock.nanos() + LOOK.toNanos()));
      long sinceStart = timeline.sinceStartNanos();
      if (!warm && sinceStart >= spec.warmup().toNanos()) {
        warm = true;
        phase = RunPhase.RUNNING;
        timeline.add(RunEvent.Kind.WARMUP_ENDED, "", "the warm-up has ended");
      }
      if (clock.nanos() >= endNanos) {
        stop("the duration has passed");
      }
      publishSums(false);
      free().forEach(this::replace);
      stopIfNobodyIsLeft();
    }
  }

  /** An agent whose workers have all ended may be given more work; without any left, it is over. */
  private void stopIfNobodyIsLeft() {
    List<AgentView> mine = placed();
    boolean over =
        mine.isEmpty()
            || mine.stream()
                .allMatch(
                    each ->
                        each.condition() == AgentView.Condition.DEAD
                            || each.condition() == AgentView.Condition.LEFT
                            || each.status().phase() == Phase.ENDED
                            || each.status().phase() == Phase.FAILED);
    if (over) {
      stop("no agent is left");
    } else if (workersHaveEnded()) {
      stop("all workers have ended");
    }
  }

  /** By the last interval of each agent that is still expected to tell. */
  private synchronized boolean workersHaveEnded() {
    return !totals.isEmpty()
        && totals.values().stream()
            .filter(each -> !each.isGone())
            .allMatch(
                each ->
                    each.last()
                        .map(
                            interval ->
                                interval.snapshot().workloads().stream()
                                    .allMatch(workload -> workload.workers() == 0))
                        .orElse(false));
  }

  private void end() throws InterruptedException {
    phase = RunPhase.STOPPING;
    timeline.add(RunEvent.Kind.STOPPING, "", "stopping: " + stopReason());
    List<String> paced =
        workloads.values().stream()
            .filter(each -> each.hasTarget() && each.spec().drain().isZero())
            .map(FleetWorkload::name)
            .toList();
    clock.sleepUntil(fleet.hold(paced)); // so that all end at one moment
    fleet.stop();
    long deadlineNanos =
        clock.nanos() + 2 * spec.stopTimeout().toNanos() + FINAL_PATIENCE.toNanos();
    while (!allTold() && clock.nanos() < deadlineNanos) {
      changes.await(this::allTold, clock.nanos() + LOOK.toNanos());
      publishSums(false);
    }
    publishSums(true);
    tellCost();
    synchronized (this) {
      totals.putAll(unheard);
      totals.values().stream()
          .filter(each -> !each.ended())
          .forEach(
              each -> {
                each.gone();
                tell("agent " + each.agent() + " did not tell its last figures");
              });
    }
    fleet.release();
  }

  /** What the fleet costs here; people plan larger ones by it. */
  private synchronized void tellCost() {
    if (latest != null) {
      tell(
          String.format(
              Locale.ROOT,
              "this controller used %.1f ms of processor time per interval of %.1f s, for %d"
                  + " agents",
              (cpuMeter.cpuNanos() - cpuNanosBefore) / 1e6 / latest.number(),
              spec.interval().toNanos() / 1e9,
              totals.size()));
    }
  }

  /** Whether nothing more is to be expected of any agent. */
  private synchronized boolean allTold() {
    Map<String, AgentView> now = new HashMap<>();
    fleet.agents().forEach(each -> now.put(each.member(), each));
    return totals.entrySet().stream()
        .allMatch(
            each -> {
              AgentView view = now.get(each.getKey());
              return each.getValue().ended()
                  || view == null
                  || view.condition() == AgentView.Condition.DEAD
                  || view.condition() == AgentView.Condition.LEFT
                  || view.status().phase() == Phase.FAILED;
            });
  }

  private synchronized void publishSums(boolean rest) {
    for (IntervalSums.Sum sum : rest ? sums.rest() : sums.due(clock.nanos())) {
      if (!sum.missing().isEmpty() && !rest) {
        tell(
            "interval %d has no figures of %s"
                .formatted(
                    sum.interval().snapshot().number(),
                    sum.missing().stream().map(this::name).collect(Collectors.joining(", "))));
      }
      enterDeliveries(sum.interval().snapshot().number());
      latest = withDeliveries(sum.interval().snapshot());
      bus.interval(latest);
    }
  }

  /** What agents told of deliveries up to an interval, those of one time together. */
  private void enterDeliveries(long upTo) {
    NavigableMap<Long, List<String>> due = deliveries.headMap(upTo, true);
    account.ifPresent(
        of ->
            due.forEach(
                (number, told) -> {
                  try {
                    of.enter(told);
                  } catch (IllegalArgumentException e) {
                    LOG.warn("an agent told what nobody understands: {}", e.getMessage());
                  }
                }));
    due.clear();
  }

  private Snapshot withDeliveries(Snapshot sum) {
    return sum.with(each -> each.alsoFound(workloads.get(each.name()).spec().delivery().counts()));
  }

  private synchronized Summary summary() {
    enterDeliveries(LAST);
    Map<String, Optional<DeliveryCounts>> found = new HashMap<>();
    spec.workloads().forEach(each -> found.put(each.name(), each.delivery().finalCounts()));
    bus.overflows().forEach(each -> timeline.add(RunEvent.Kind.OVERFLOW, "", each.text()));
    Summary summary =
        new FleetSummary(spec, totals.values(), cost, found)
            .of(started, stopReason(), bus.overflows());
    bus.summary(summary);
    return summary;
  }

  private synchronized String stopReason() {
    return stopReason;
  }

  private void stop(String reason) {
    synchronized (this) {
      if (stopReason == null) {
        stopReason = reason;
      }
    }
    changes.raise();
  }

  private void tell(String text) {
    timeline.add(RunEvent.Kind.AGENT, "", text);
  }

  private synchronized String name(String member) {
    AgentTotals known = totals.get(member);
    return known == null ? member : known.agent();
  }

  /** How a workload stands by the last figures of its agents. */
  private synchronized List<Snapshot.Workload> standing(String workload) {
    List<Snapshot.Workload> parts = new ArrayList<>();
    for (AgentTotals each : totals.values()) {
      each.last()
          .flatMap(
              interval ->
                  interval.snapshot().workloads().stream()
                      .filter(part -> part.name().equals(workload))
                      .findFirst())
          .map(part -> each.isGone() ? part.ended() : part)
          .ifPresent(parts::add);
    }
    return parts;
  }

  @Override
  public void changed(AgentView agent) {
    AgentView before;
    synchronized (this) {
      before = views.put(agent.member(), agent);
    }
    changes.raise();
    if (phase == RunPhase.CONNECTING || phase == RunPhase.ENDED) {
      return;
    }
    if (!hasPart(agent.member())) {
      bystanderChanged(agent, before);
      return;
    }
    if (before != null && before.condition() != agent.condition()) {
      conditionChanged(agent, before.condition());
    }
    if (agent.status().phase() == Phase.FAILED
        && (before == null || before.status().phase() != Phase.FAILED)) {
      expectNoMore(agent.member());
      tell("agent " + agent.info().name() + " failed: " + agent.status().content().text());
    }
  }

  /** An agent without a part; that it has gone is told by {@link #departed}. */
  private void bystanderChanged(AgentView agent, AgentView before) {
    if (before == null) {
      tell("agent " + agent.info().name() + " has come");
    } else if (before.condition() != agent.condition()
        && agent.condition() == AgentView.Condition.PRESENT) {
      tell("agent " + agent.info().name() + " is heard again");
    }
  }

  private synchronized boolean hasPart(String member) {
    return totals.containsKey(member);
  }

  private synchronized void expectNoMore(String member) {
    sums.expectNoMore(member);
  }

  private void conditionChanged(AgentView agent, AgentView.Condition before) {
    String name = agent.info().name();
    switch (agent.condition()) {
      case PRESENT -> {
        synchronized (this) {
          sums.expect(agent.member());
          AgentTotals known = totals.get(agent.member());
          if (known != null) {
            known.back();
          }
        }
        tell("agent " + name + " is heard again");
      }
      case SILENT -> tell("agent " + name + " is silent; its share waits for its lease to run out");
      case STOPPED, DEAD, LEFT -> {
        expectNoMore(agent.member());
        if (before == AgentView.Condition.PRESENT || before == AgentView.Condition.SILENT) {
          synchronized (this) {
            AgentTotals known = totals.get(agent.member());
            if (known != null && agent.condition() != AgentView.Condition.STOPPED) {
              known.gone();
            }
          }
        }
      }
    }
  }

  @Override
  public void arrived(AgentView agent) {
    changed(agent);
  }

  /**
   * A new agent takes the workers of one that is dead or has left, of the same name if possible.
   */
  private void replace(AgentView agent) {
    if (hasPart(agent.member()) || agent.status().phase() != Phase.IDLE) {
      return;
    }
    Map<String, AgentView> known = new HashMap<>();
    fleet.agents().forEach(each -> known.put(each.member(), each));
    boolean taken = false;
    for (FleetWorkload workload : workloads.values()) {
      AgentSelection selection = selection(workload.spec());
      if (fits(selection, agent)) {
        taken |= workload.replace(agent.member(), member -> isGone(known.get(member), agent));
      }
    }
    if (taken) {
      synchronized (this) {
        totals.put(agent.member(), new AgentTotals(agent.info().name(), given(agent.member())));
      }
      tell("agent " + agent.info().name() + " takes the place of one that is gone");
    }
  }

  private static boolean isGone(AgentView agent, AgentView successor) {
    return agent == null
        || ((agent.condition() == AgentView.Condition.DEAD
                || agent.condition() == AgentView.Condition.LEFT)
            && !agent.member().equals(successor.member()));
  }

  @Override
  public void departed(Departure departure) {
    double iterations = 0;
    synchronized (this) {
      for (Map.Entry<String, Double> each : departure.iterations().entrySet()) {
        cost.merge(each.getKey(), each.getValue(), Double::sum);
        iterations += each.getValue();
      }
    }
    tell(
        String.format(
            Locale.ROOT,
            "agent %s %s; %,.0f iterations of its share were nobody's",
            departure.agent().info().name(),
            switch (departure.condition()) {
              case DEAD -> "is dead";
              case LEFT -> "has left";
              default -> "was silent until its lease ran out";
            },
            iterations));
    changes.raise();
  }

  @Override
  public void item(AgentView agent, Item item) {
    try {
      switch (item.kind()) {
        case INTERVAL -> {
          String text = item.content().text();
          interval(agent, IntervalReport.parse(text), IntervalReport.deliveries(text));
        }
        case EVENT -> event(agent.info().name(), item.content().text());
        case FINAL -> {
          FinalReport report = FinalReport.parse(item.content().text());
          synchronized (this) {
            totalsOf(agent).add(report);
            tellAccount(LAST, report.deliveries());
            sums.expectNoMore(agent.member());
          }
        }
      }
    } catch (JSONException e) {
      LOG.warn("agent {} told what nobody understands: {}", agent.info().name(), e.getMessage());
    }
    changes.raise();
  }

  private synchronized void tellAccount(long number, String told) {
    if (!told.isEmpty()) {
      deliveries.computeIfAbsent(number, added -> new ArrayList<>()).add(told);
    }
  }

  private synchronized void interval(
      AgentView agent, RecordedInterval interval, String ofDeliveries) {
    tellAccount(interval.snapshot().number(), ofDeliveries);
    AgentTotals known = totalsOf(agent);
    known.add(interval);
    byAgent.accept(known.agent(), interval);
    if (!sums.add(agent.member(), interval, clock.nanos())) {
      tell(
          "interval %d of %s came late: it is in the totals, and not in the interval's line"
              .formatted(interval.snapshot().number(), known.agent()));
    }
  }

  private void event(String agent, String line) {
    RecordedEvents events = new RecordedEvents(new ArrayList<>(), new ArrayList<>());
    EventJson.parse(line.strip(), events);
    for (RunEvent each : events.run()) {
      bus.event(
          new RunEvent(
              each.time(),
              each.sinceStartNanos(),
              each.kind(),
              each.workload(),
              agent + ": " + each.text()));
    }
    for (ConnectionEvent each : events.connections()) {
      ConnectionEvent named =
          new ConnectionEvent(
              each.time(),
              each.sinceStartNanos(),
              each.workload(),
              agent + "/" + each.worker(),
              each.change());
      bus.event(
          new RunEvent(
              named.time(),
              named.sinceStartNanos(),
              RunEvent.Kind.CONNECTION,
              named.workload(),
              named.text()));
      bus.connections(List.of(named));
    }
  }

  private static String lower(Phase phase) {
    return phase.name().toLowerCase(Locale.ROOT);
  }
}
