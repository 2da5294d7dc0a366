package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.codec.RecordCodec;
import dev.sluice.control.fleet.protocol.AgentEvents;
import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.EventBus;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.result.Totals;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryCounts.DeliveryCheck;
import dev.sluice.core.stats.Window;
import dev.sluice.core.time.Signal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what the agents of a run tell: figures are added up, intervals to those of the fleet and
 * all of them to a summary; events are passed on; and people are told what becomes of agents. Any
 * thread.
 */
final class FleetStats implements AgentEvents {

  private static final Logger LOG = LoggerFactory.getLogger(FleetStats.class);

  /** Behind all intervals. */
  static final long LAST = Long.MAX_VALUE;

  private final RunSpec spec;
  private final Timeline timeline;
  private final EventBus bus;
  private final Collection<FleetWorkload> workloads;
  private final Supplier<RunPhase> phase;
  private final Signal changes;
  private final Map<String, DeliveryCheck> checks = new LinkedHashMap<>(); // by workload
  private final Optional<DeliveryCheck.SharedAccount> account;

  // guarded by this
  private final Map<String, AgentView> views = new HashMap<>(); // by member, as they were last
  private final IntervalSums sums;
  private final Map<String, AgentTotals> totals = new LinkedHashMap<>(); // by member
  private final RunBatches batches = new RunBatches();
  private final List<Hindrance> hindrances = new ArrayList<>(); // of all agents

  /** Agents of an earlier controller that this one has not heard, by name. */
  private final Map<String, AgentTotals> unheard = new TreeMap<>();

  /** What agents told of deliveries and was not entered yet, by interval. */
  private final NavigableMap<Long, List<String>> deliveries = new TreeMap<>();

  /** Agents that told what cannot be; those that have not been sent away yet. */
  private final Set<String> broken = new HashSet<>();

  private final List<String> leaving = new ArrayList<>();

  private volatile Snapshot latest; // null before the first

  /**
   * @param timeline is told in single lines what is missing, and what becomes of agents
   * @param bus takes events, and the intervals of the fleet and of each agent
   * @param workloads say which workers an agent is to have
   * @param phase of the run; nothing is told of agents before and after it
   * @param changes is raised after each change
   */
  FleetStats(
      RunSpec spec,
      Timeline timeline,
      EventBus bus,
      Collection<FleetWorkload> workloads,
      Supplier<RunPhase> phase,
      Signal changes) {
    this.spec = spec;
    this.timeline = timeline;
    this.bus = bus;
    this.workloads = workloads;
    this.phase = phase;
    this.changes = changes;
    spec.workloads().forEach(each -> checks.put(each.name(), each.concludedDelivery(timeline)));
    this.account = checks.values().stream().flatMap(each -> each.account().stream()).findFirst();
    this.sums =
        new IntervalSums(
            spec.id(),
            spec.workloads().stream().map(WorkloadSpec::name).toList(),
            Math.max(2_000_000_000L, spec.interval().toNanos()),
            totals.values());
  }

  /** Agents play, so that their intervals are waited for. */
  synchronized void expect(List<AgentView> agents) {
    agents.forEach(each -> totalsOf(each).expect(true));
  }

  /** An agent has come for one that is gone. */
  synchronized void joined(AgentView agent) {
    totalsOf(agent);
  }

  /** Agents that may come to tell their figures; without them, their workers are lost. */
  synchronized void miss(TakenOverRun from) {
    Set<String> heard =
        totals.values().stream().map(each -> each.agent).collect(Collectors.toSet());
    from.unheard(heard)
        .forEach(
            (agent, workers) -> {
              unheard.put(agent, new AgentTotals(agent, "", workers));
              note("agent " + agent + " is silent, and its figures are missing");
            });
  }

  /** Whether an agent has a part in the run, or had. */
  synchronized boolean knows(String member) {
    return totals.containsKey(member);
  }

  /** Whether it told what cannot be, so that nothing of it is taken any more. */
  synchronized boolean isBroken(String member) {
    return broken.contains(member);
  }

  /** Agents that have turned out to be broken since the last call. */
  synchronized List<String> newlyBroken() {
    List<String> members = List.copyOf(leaving);
    leaving.clear();
    return members;
  }

  synchronized int agents() {
    return totals.size();
  }

  /**
   * Takes a sum of all intervals of an agent so far. It is what a controller that follows is told
   * of those before it.
   */
  private void add(AgentView agent, Totals sum) {
    if (totalsOf(agent).add(sum)) {
      sums.skip(sum.last().orElseThrow());
      note(
          "intervals of %s up to %d are in the totals, and have no lines here"
              .formatted(agent.info().name(), sum.number()));
    }
  }

  /** Takes an interval of an agent. */
  private void add(AgentView agent, Snapshot interval) {
    long number = interval.number();
    AgentTotals known = totalsOf(agent);
    known.add(interval);
    bus.part(known.agent, interval);
    if (!sums.add(known, interval, timeline.clock().nanos())) {
      note(
          "interval %d of %s came late: it is in the totals, and not in the interval's line"
              .formatted(number, known.agent));
    }
  }

  /** Those of an agent that has a part in the run, or told of one. */
  private AgentTotals totalsOf(AgentView agent) {
    unheard.remove(agent.info().name());
    return totals.computeIfAbsent(
        agent.member(),
        member -> {
          Map<String, Integer> given = new HashMap<>();
          workloads.forEach(
              each -> each.workersOf(member).ifPresent(workers -> given.put(each.name(), workers)));
          return new AgentTotals(agent.info().name(), agent.info().host(), given);
        });
  }

  private void note(String text) {
    timeline.add(RunEvent.Kind.AGENT, "", text);
  }

  @Override
  public synchronized void changed(AgentView agent) {
    Optional<AgentView> before = Optional.ofNullable(views.put(agent.member(), agent));
    changes.raise();
    RunPhase now = phase.get();
    if (now == RunPhase.CONNECTING || now == RunPhase.ENDED) {
      return;
    }
    if (before.isEmpty() && !knows(agent.member())) {
      note("agent " + agent.info().name() + " has come");
    }
    before
        .filter(each -> each.condition() != agent.condition())
        .ifPresent(each -> conditionChanged(agent, each.acts()));
    if (knows(agent.member()) && agent.failed() && !before.map(AgentView::failed).orElse(false)) {
      totalsOf(agent).expect(false);
      note("agent " + agent.info().name() + " failed: " + agent.status().content().text());
    }
  }

  /** That one without a part has gone is told by {@link #departed}. */
  private void conditionChanged(AgentView agent, boolean acted) {
    String name = agent.info().name();
    boolean isHeard = agent.condition() == AgentView.Condition.PRESENT;
    if (isHeard) {
      note("agent " + name + " is heard again");
    }
    AgentTotals known = totals.get(agent.member());
    if (known == null || broken.contains(agent.member())) {
      return;
    }
    if (isHeard) {
      known.expect(true);
      known.gone(false);
    } else if (agent.condition() == AgentView.Condition.SILENT) {
      note("agent " + name + " is silent; its share waits for its lease to run out");
    } else {
      known.expect(false);
      if (acted && agent.isGone()) {
        known.gone(true);
      }
    }
  }

  @Override
  public synchronized void departed(AgentView agent) {
    String what =
        switch (agent.condition()) {
          case DEAD -> "is dead";
          case LEFT -> "has left";
          default -> agent.task().isEmpty() ? "is silent" : "was silent until its lease ran out";
        };
    String share = agent.task().isEmpty() ? "" : "; its share goes to the rest";
    note("agent " + agent.info().name() + " " + what + share);
    changes.raise();
  }

  @Override
  public synchronized void item(AgentView agent, Item item) {
    if (broken.contains(agent.member())) {
      return;
    }
    try {
      Content told = item.content();
      switch (item.payload()) {
        case INTERVAL -> add(agent, RecordCodec.PLAIN.decode(Snapshot.class, told));
        case SUM -> add(agent, RecordCodec.PLAIN.decode(Totals.class, told));
        case DELIVERIES ->
            deliveries.computeIfAbsent(item.number(), added -> new ArrayList<>()).add(told.text());
        case EVENT -> event(agent.info().name(), RecordCodec.PLAIN.decode(RunEvent.class, told));
        case CONNECTION ->
            connection(agent.info().name(), RecordCodec.PLAIN.decode(ConnectionEvent.class, told));
        case FINAL -> totalsOf(agent).add(RecordCodec.PLAIN.decode(Summary.class, told));
      }
    } catch (MalformedMessage e) {
      note(
          "agent %s sent what cannot be, and is left out from now on: %s"
              .formatted(agent.info().name(), e.getMessage()));
      broken.add(agent.member());
      leaving.add(agent.member());
      totalsOf(agent).gone(true);
    }
    changes.raise();
  }

  private void event(String agent, RunEvent event) {
    event.hindrance().ifPresent(hindrances::add);
    String text = agent + ": " + event.text();
    bus.event(
        new RunEvent(
            event.time(),
            event.sinceStartNanos(),
            event.kind(),
            event.workload(),
            text,
            event.hindrance()));
  }

  private void connection(String agent, ConnectionEvent event) {
    timeline.connectionChanged(
        new ConnectionEvent(
            event.time(),
            event.sinceStartNanos(),
            event.workload(),
            agent + "/" + event.worker(),
            event.change()));
    timeline.passOnConnections();
  }

  /** Passes on the intervals of the fleet that are complete, or have waited long enough. */
  synchronized void publish() {
    for (IntervalSums.Sum sum : sums.due(timeline.clock().nanos())) {
      if (!sum.missing().isEmpty()) {
        note(
            "interval %d has no figures of %s"
                .formatted(sum.interval().number(), String.join(", ", sum.missing())));
      }
      publish(sum);
    }
  }

  /** Passes on the last intervals of the fleet, complete or not. */
  synchronized void publishRest() {
    sums.rest().forEach(this::publish);
  }

  private void publish(IntervalSums.Sum sum) {
    enterDeliveries(sum.interval().number());
    latest = sum.interval().with(each -> each.alsoFound(checks.get(each.name()).counts()));
    batches.add(latest);
    bus.interval(latest);
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
                    LOG.warn("an agent sent an unknown message: {}", e.getMessage());
                  }
                }));
    due.clear();
  }

  /** The last interval of the fleet; empty before the first. */
  Optional<Snapshot> latest() {
    return Optional.ofNullable(latest);
  }

  /** How a workload stands by the last figures of its agents. */
  synchronized List<Window> standing(String workload) {
    return totals.values().stream()
        .flatMap(
            each ->
                each.told().last().flatMap(last -> last.of(workload)).stream()
                    .map(part -> each.isGone() ? part.ended() : part))
        .toList();
  }

  /** Whether all workers have ended, by the last interval of each agent that is to tell more. */
  synchronized boolean workersHaveEnded() {
    return !totals.isEmpty()
        && totals.values().stream()
            .filter(each -> !each.isGone())
            .map(each -> each.told().last())
            .allMatch(
                last ->
                    last.isPresent()
                        && last.get().workloads().stream()
                            .allMatch(workload -> workload.end().workers() == 0));
  }

  /** Whether nothing more is to be expected of any agent. */
  synchronized boolean allTold() {
    return totals.entrySet().stream()
        .allMatch(
            each -> {
              AgentView view = views.get(each.getKey());
              return each.getValue().summary().isPresent()
                  || each.getValue().isGone()
                  || view == null
                  || view.isGone()
                  || view.failed();
            });
  }

  /** Waits for nobody any more: what has not come is missing. */
  synchronized void close() {
    totals.putAll(unheard);
    totals.values().stream()
        .filter(each -> each.summary().isEmpty())
        .forEach(
            each -> {
              each.gone(true);
              note("agent " + each.agent + " did not report its last figures");
            });
  }

  /**
   * The sum of all that was told.
   *
   * @param asked how many iterations the plan asked of all agents, by workload
   * @param overflows what outputs of this process did not get
   */
  synchronized Summary summary(
      Instant started, String endReason, Map<String, Double> asked, List<Overflow> overflows) {
    enterDeliveries(LAST);
    Map<String, Optional<DeliveryCounts>> found = new HashMap<>();
    checks.forEach((workload, check) -> found.put(workload, check.finalCounts()));
    return new AgentTotals.All(
            spec, List.copyOf(totals.values()), asked, found, List.copyOf(hindrances))
        .of(started, batches, endReason, overflows, timeline);
  }
}
