package dev.sluice.control.fleet.run;

import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * Adds up the intervals of all agents by the fleet's number. A sum is made when all agents that are
 * expected have told of the interval, or some time after the first of them did; then those who have
 * not are missing from it, and what they tell later is late. Nothing is guessed. Guarded by its
 * owner.
 */
final class IntervalSums {

  private final String runId;
  private final List<String> workloads;
  private final long patienceNanos;
  private final Collection<AgentTotals> agents;

  private final NavigableMap<Long, Open> open = new TreeMap<>();
  private long closed; // all numbers up to this
  private long skipped; // all numbers up to this have no sums
  private long cutNanos; // since the start, when the last sum was cut
  private Set<AgentTotals> members = Set.of(); // that told of it

  /** An interval that may not be complete. */
  private record Open(long sinceNanos, Map<AgentTotals, Snapshot> byAgent) {}

  /**
   * An interval of all agents.
   *
   * @param missing names of agents that were waited for in vain
   */
  record Sum(Snapshot interval, List<String> missing) {}

  /**
   * @param workloads their names, in the order in which they are shown
   * @param patienceNanos how long the others are waited for
   * @param agents that tell their intervals, as they come
   */
  IntervalSums(
      String runId, List<String> workloads, long patienceNanos, Collection<AgentTotals> agents) {
    this.runId = runId;
    this.workloads = List.copyOf(workloads);
    this.patienceNanos = patienceNanos;
    this.agents = agents;
  }

  /** An agent does not tell its intervals up to this one, so there are no sums of them. */
  void skip(Snapshot upTo) {
    if (upTo.number() > closed) {
      closed = upTo.number();
      skipped = upTo.number();
      cutNanos = upTo.sinceStartNanos();
      members = Set.of();
      open.headMap(upTo.number(), true).clear();
    }
  }

  /**
   * Takes an interval that an agent's totals have.
   *
   * @return whether it is in time; else its sum was made without it
   */
  boolean add(AgentTotals agent, Snapshot interval, long nowNanos) {
    long number = interval.number();
    if (number <= closed) {
      return number <= skipped;
    }
    open.computeIfAbsent(number, added -> new Open(nowNanos, new HashMap<>()))
        .byAgent
        .put(agent, interval);
    return true;
  }

  /** The sums that can be made now, in their order. */
  List<Sum> due(long nowNanos) {
    return close(each -> nowNanos - each.sinceNanos >= patienceNanos);
  }

  /** Those that nobody is waited for any more. */
  List<Sum> rest() {
    return close(each -> true);
  }

  private List<Sum> close(Predicate<Open> overdue) {
    List<Sum> closing = new ArrayList<>();
    while (!open.isEmpty()) {
      List<String> missing = missing(open.firstKey());
      if (!missing.isEmpty() && !overdue.test(open.firstEntry().getValue())) {
        return closing;
      }
      closing.add(new Sum(close(), missing));
    }
    return closing;
  }

  private List<String> missing(long number) {
    return agents.stream()
        .filter(each -> each.isExpected() && each.told().number() < number)
        .map(each -> each.agent)
        .toList();
  }

  /**
   * A sum is as long as its parts are on average, and cut when they are on average, so that it has
   * the rate of all together, and all sums last as long as the run, however late each agent cuts
   * its own. One that joined in between counts from when the last sum was cut.
   */
  private Snapshot close() {
    Map.Entry<Long, Open> first = open.pollFirstEntry();
    boolean follows = first.getKey() == closed + 1;
    closed = first.getKey();
    Map<AgentTotals, Snapshot> byAgent = first.getValue().byAgent;
    Snapshot sum =
        agents.stream()
            .flatMap(each -> part(each, byAgent).stream())
            .reduce(Snapshot::plus)
            .orElseThrow();
    long sinceStartNanos = mean(byAgent.values().stream().mapToLong(Snapshot::sinceStartNanos));
    Set<AgentTotals> before = follows ? members : byAgent.keySet();
    long lengthNanos =
        mean(
            byAgent.entrySet().stream()
                .mapToLong(each -> lengthNanos(each.getValue(), !before.contains(each.getKey()))));
    Map<AgentTotals, CpuUse> used = new HashMap<>();
    byAgent.forEach((agent, part) -> used.put(agent, part.cpu()));
    cutNanos = sinceStartNanos;
    members = Set.copyOf(byAgent.keySet());
    return new Snapshot(
        closed,
        sum.time(),
        sinceStartNanos,
        lengthNanos,
        sum.warmup(),
        runId,
        AgentTotals.cpu(used, lengthNanos),
        workloads.stream()
            .flatMap(name -> sum.of(name).stream())
            .map(each -> each.lasting(lengthNanos))
            .toList());
  }

  /** How long a part was, or that of an agent that joined since the last sum was cut. */
  private long lengthNanos(Snapshot part, boolean joined) {
    return joined
        ? Math.max(part.lengthNanos(), part.sinceStartNanos() - cutNanos)
        : part.lengthNanos();
  }

  /** What an agent did in an interval, or what stays of one that did not tell. */
  private static Optional<Snapshot> part(AgentTotals agent, Map<AgentTotals, Snapshot> byAgent) {
    return Optional.ofNullable(byAgent.get(agent))
        .or(() -> agent.told().last().map(Snapshot::ended));
  }

  private static long mean(LongStream nanos) {
    return Math.round(nanos.average().orElseThrow());
  }
}
