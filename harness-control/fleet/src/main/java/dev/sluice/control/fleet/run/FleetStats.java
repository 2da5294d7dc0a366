package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.codec.RecordCodec;
import dev.sluice.control.fleet.protocol.AgentEvents;
import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus.Phase;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.EventBus;
import dev.sluice.core.bus.RunEvent;
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
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.Signal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
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

  private static final RecordCodec RECORDS = RecordCodec.PLAIN;
  private static final Logger LOG = LoggerFactory.getLogger(FleetStats.class);

  /** Behind all intervals. */
  static final long LAST = Long.MAX_VALUE;

  private final RunSpec spec;
  private final NanoClock clock;
  private final Function<String, Map<String, Integer>> placed;
  private final EventBus bus;
  private final Supplier<RunPhase> phase;
  private final Signal changes;
  private final Consumer<String> notes;
  private final Map<String, DeliveryCheck> checks = new LinkedHashMap<>(); // by workload
  private final Optional<DeliveryCheck.SharedAccount> account;

  // guarded by this
  private final Map<String, AgentView> views = new HashMap<>(); // by member, as they were last
  private final IntervalSums sums;
  private final Map<String, AgentTotals> totals = new LinkedHashMap<>(); // by member

  /** Agents of an earlier controller that this one has not heard, by name. */
  private final Map<String, AgentTotals> unheard = new TreeMap<>();

  /** What agents told of deliveries and was not entered yet, by interval. */
  private final NavigableMap<Long, List<String>> deliveries = new TreeMap<>();

  private volatile Snapshot latest; // null before the first

  /**
   * @param placed how many workers of each workload a member is to have
   * @param bus takes events, and the intervals of the fleet and of each agent
   * @param phase of the run; nothing is told of agents before and after it
   * @param changes is raised after each change
   * @param notes is told in single lines what is missing, and what becomes of agents
   */
  FleetStats(
      RunSpec spec,
      NanoClock clock,
      Function<String, Map<String, Integer>> placed,
      EventBus bus,
      Supplier<RunPhase> phase,
      Signal changes,
      Consumer<String> notes) {
    this.spec = spec;
    this.clock = clock;
    this.placed = placed;
    this.bus = bus;
    this.phase = phase;
    this.changes = changes;
    this.notes = notes;
    spec.workloads().forEach(each -> checks.put(each.name(), each.delivery()));
    this.account = checks.values().stream().flatMap(each -> each.account().stream()).findFirst();
    this.sums =
        new IntervalSums(
            spec.id(),
            spec.workloads().stream().map(WorkloadSpec::name).toList(),
            Math.max(2_000_000_000L, spec.interval().toNanos()));
  }

  /** Agents play, so that their intervals are waited for. */
  synchronized void expect(List<AgentView> agents) {
    for (AgentView agent : agents) {
      totalsOf(agent);
      sums.expect(agent.member());
    }
  }

  /** An agent has come for one that is gone. */
  synchronized void joined(AgentView agent) {
    totals.put(agent.member(), totalsFor(agent));
  }

  /** Agents that may come to tell their figures; without them, their workers are lost. */
  synchronized void miss(TakenOverRun from) {
    Set<String> heard =
        totals.values().stream().map(AgentTotals::agent).collect(Collectors.toSet());
    from.unheard(heard)
        .forEach(
            (agent, workers) -> {
              unheard.put(agent, new AgentTotals(agent, "", workers));
              notes.accept("agent " + agent + " is silent, and its figures are missing");
            });
  }

  /** Whether an agent has a part in the run, or had. */
  synchronized boolean knows(String member) {
    return totals.containsKey(member);
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
      sums.skip(agent.member(), sum.last().orElseThrow());
      notes.accept(
          "intervals of %s up to %d are in the totals, and have no lines here"
              .formatted(agent.info().name(), sum.number()));
    }
  }

  /** Takes an interval of an agent. */
  private void add(AgentView agent, Snapshot interval) {
    long number = interval.number();
    AgentTotals known = totalsOf(agent);
    known.add(interval);
    bus.part(known.agent(), interval);
    if (!sums.add(agent.member(), interval, clock.nanos())) {
      notes.accept(
          "interval %d of %s came late: it is in the totals, and not in the interval's line"
              .formatted(number, known.agent()));
    }
  }

  /** Takes the last figures of an agent. */
  private void add(AgentView agent, AgentTotals.Report report) {
    totalsOf(agent).add(report);
    sums.expectNoMore(agent.member());
  }

  /** Those of an agent that has a part in the run, or told of one. */
  private AgentTotals totalsOf(AgentView agent) {
    unheard.remove(agent.info().name());
    return totals.computeIfAbsent(agent.member(), added -> totalsFor(agent));
  }

  private AgentTotals totalsFor(AgentView agent) {
    return new AgentTotals(agent.info().name(), agent.info().host(), placed.apply(agent.member()));
  }

  @Override
  public synchronized void changed(AgentView agent) {
    AgentView before = views.put(agent.member(), agent);
    changes.raise();
    RunPhase now = phase.get();
    if (now == RunPhase.CONNECTING || now == RunPhase.ENDED) {
      return;
    }
    if (!knows(agent.member())) {
      bystanderChanged(agent, before);
      return;
    }
    if (before != null && before.condition() != agent.condition()) {
      conditionChanged(agent, before.condition());
    }
    if (agent.status().phase() == Phase.FAILED
        && (before == null || before.status().phase() != Phase.FAILED)) {
      sums.expectNoMore(agent.member());
      notes.accept("agent " + agent.info().name() + " failed: " + agent.status().content().text());
    }
  }

  /** An agent without a part; that it has gone is told by {@link #departed}. */
  private void bystanderChanged(AgentView agent, AgentView before) {
    if (before == null) {
      notes.accept("agent " + agent.info().name() + " has come");
    } else if (before.condition() != agent.condition()
        && agent.condition() == AgentView.Condition.PRESENT) {
      notes.accept("agent " + agent.info().name() + " is heard again");
    }
  }

  private void conditionChanged(AgentView agent, AgentView.Condition before) {
    String name = agent.info().name();
    switch (agent.condition()) {
      case PRESENT -> {
        sums.expect(agent.member());
        totals.get(agent.member()).gone(false);
        notes.accept("agent " + name + " is heard again");
      }
      case SILENT ->
          notes.accept("agent " + name + " is silent; its share waits for its lease to run out");
      case STOPPED, DEAD, LEFT -> {
        sums.expectNoMore(agent.member());
        boolean wasThere =
            before == AgentView.Condition.PRESENT || before == AgentView.Condition.SILENT;
        if (wasThere && agent.isGone()) {
          totals.get(agent.member()).gone(true);
        }
      }
    }
  }

  @Override
  public synchronized void departed(AgentView agent, Map<String, Double> iterations) {
    Optional.ofNullable(totals.get(agent.member())).ifPresent(each -> each.departed(iterations));
    notes.accept(
        String.format(
            Locale.ROOT,
            "agent %s %s; %,.0f iterations of its share were unassigned",
            agent.info().name(),
            switch (agent.condition()) {
              case DEAD -> "is dead";
              case LEFT -> "has left";
              default -> "was silent until its lease ran out";
            },
            iterations.values().stream().mapToDouble(each -> each).sum()));
    changes.raise();
  }

  @Override
  public synchronized void item(AgentView agent, Item item) {
    try {
      Content told = item.content();
      switch (item.kind()) {
        case INTERVAL -> add(agent, RECORDS.decode(Snapshot.class, told));
        case SUM -> add(agent, RECORDS.decode(Totals.class, told));
        case DELIVERIES ->
            deliveries.computeIfAbsent(item.number(), added -> new ArrayList<>()).add(told.text());
        case EVENT -> event(agent.info().name(), RECORDS.decode(RunEvent.class, told));
        case CONNECTION ->
            connection(agent.info().name(), RECORDS.decode(ConnectionEvent.class, told));
        case FINAL -> add(agent, RECORDS.decode(AgentTotals.Report.class, told));
      }
    } catch (MalformedMessage e) {
      LOG.warn("agent {} sent an unknown message: {}", agent.info().name(), e.getMessage());
    }
    changes.raise();
  }

  private void event(String agent, RunEvent event) {
    String text = agent + ": " + event.text();
    bus.event(
        new RunEvent(event.time(), event.sinceStartNanos(), event.kind(), event.workload(), text));
  }

  private void connection(String agent, ConnectionEvent event) {
    String worker = agent + "/" + event.worker();
    ConnectionEvent named =
        new ConnectionEvent(
            event.time(), event.sinceStartNanos(), event.workload(), worker, event.change());
    bus.event(
        new RunEvent(
            named.time(),
            named.sinceStartNanos(),
            RunEvent.Kind.CONNECTION,
            named.workload(),
            named.text()));
    bus.connections(List.of(named));
  }

  /** Passes on the intervals of the fleet that are complete, or have waited long enough. */
  synchronized void publish() {
    for (IntervalSums.Sum sum : sums.due(clock.nanos())) {
      if (!sum.missing().isEmpty()) {
        notes.accept(
            "interval %d has no figures of %s"
                .formatted(
                    sum.interval().number(),
                    sum.missing().stream().map(this::name).collect(Collectors.joining(", "))));
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

  private String name(String member) {
    AgentTotals known = totals.get(member);
    return known == null ? member : known.agent();
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
                each.last().flatMap(told -> told.of(workload)).stream()
                    .map(part -> each.isGone() ? part.ended() : part))
        .toList();
  }

  /** Whether all workers have ended, by the last interval of each agent that is to tell more. */
  synchronized boolean workersHaveEnded() {
    return !totals.isEmpty()
        && totals.values().stream()
            .filter(each -> !each.isGone())
            .allMatch(
                each ->
                    each.last().isPresent()
                        && each.last().get().workloads().stream()
                            .allMatch(workload -> workload.end().workers() == 0));
  }

  /**
   * Whether nothing more is to be expected of any agent.
   *
   * @param agents as they are now
   */
  synchronized boolean allTold(Collection<AgentView> agents) {
    Map<String, AgentView> now = new HashMap<>();
    agents.forEach(each -> now.put(each.member(), each));
    return totals.entrySet().stream()
        .allMatch(
            each -> {
              AgentView view = now.get(each.getKey());
              return each.getValue().summary().isPresent()
                  || view == null
                  || view.isGone()
                  || view.status().phase() == Phase.FAILED;
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
              notes.accept("agent " + each.agent() + " did not report its last figures");
            });
  }

  /**
   * The sum of all that was told.
   *
   * @param withheld iterations of places that no agent was given, by workload
   * @param overflows what outputs of this process did not get
   */
  synchronized Summary summary(
      Instant started,
      String endReason,
      Map<String, Double> withheld,
      List<Overflow> overflows,
      List<String> failures) {
    enterDeliveries(LAST);
    Map<String, Optional<DeliveryCounts>> found = new HashMap<>();
    checks.forEach((workload, check) -> found.put(workload, check.finalCounts()));
    return new FleetSummary(spec, List.copyOf(totals.values()), withheld, found)
        .of(started, endReason, overflows, failures);
  }
}
