package dev.sluice.control.fleet.run;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

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

  private final Map<String, Told> agents = new LinkedHashMap<>();
  private final NavigableMap<Long, Open> open = new TreeMap<>();
  private long closed; // all numbers up to this
  private long skipped; // all numbers up to this have no sums
  private long cutNanos; // since the start, when the last sum was cut

  /** What an agent has told of so far. */
  private static final class Told {
    private boolean expected = true;
    private Optional<Snapshot> last = Optional.empty();

    long number() {
      return last.map(Snapshot::number).orElse(0L);
    }
  }

  /** An interval that may not be complete. */
  private record Open(long sinceNanos, Map<String, Snapshot> byAgent) {}

  /**
   * An interval of all agents.
   *
   * @param missing agents that were waited for in vain
   */
  record Sum(Snapshot interval, List<String> missing) {}

  /**
   * @param workloads their names, in the order in which they are shown
   * @param patienceNanos how long the others are waited for
   */
  IntervalSums(String runId, List<String> workloads, long patienceNanos) {
    this.runId = runId;
    this.workloads = List.copyOf(workloads);
    this.patienceNanos = patienceNanos;
  }

  /** An agent is running, so that its intervals are waited for. */
  void expect(String agent) {
    toldBy(agent).expected = true;
  }

  /** Nothing is waited for from this agent any more, though it may come. */
  void expectNoMore(String agent) {
    toldBy(agent).expected = false;
  }

  private Told toldBy(String agent) {
    return agents.computeIfAbsent(agent, added -> new Told());
  }

  /** An agent does not tell its intervals up to this one, so there are no sums of them. */
  void skip(String agent, Snapshot upTo) {
    long number = enter(agent, upTo);
    if (number > closed) {
      closed = number;
      skipped = number;
      cutNanos = upTo.sinceStartNanos();
      open.headMap(number, true).clear();
    }
  }

  /**
   * Takes an interval of an agent.
   *
   * @return whether it is in time; else its sum was made without it
   */
  boolean add(String agent, Snapshot interval, long nowNanos) {
    long number = enter(agent, interval);
    if (number <= closed) {
      return number <= skipped;
    }
    open.computeIfAbsent(number, added -> new Open(nowNanos, new LinkedHashMap<>()))
        .byAgent
        .put(agent, interval);
    return true;
  }

  private long enter(String agent, Snapshot last) {
    toldBy(agent).last = Optional.of(last);
    return last.number();
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
      closing.add(close(missing));
    }
    return closing;
  }

  private List<String> missing(long number) {
    return agents.entrySet().stream()
        .filter(each -> each.getValue().expected && each.getValue().number() < number)
        .map(Map.Entry::getKey)
        .toList();
  }

  private Sum close(List<String> missing) {
    Map.Entry<Long, Open> first = open.pollFirstEntry();
    boolean follows = first.getKey() == closed + 1;
    closed = first.getKey();
    Map<String, Snapshot> byAgent = first.getValue().byAgent;
    long sinceStartNanos = cut(byAgent.values());
    long lengthNanos =
        follows && cutNanos < sinceStartNanos
            ? sinceStartNanos - cutNanos
            : byAgent.values().stream().mapToLong(each -> each.lengthNanos()).max().orElseThrow();
    cutNanos = sinceStartNanos;
    Instant time = Instant.EPOCH;
    double cores = 0;
    boolean warmup = false;
    for (Snapshot each : byAgent.values()) {
      time = each.time().isAfter(time) ? each.time() : time;
      cores += each.cpuCores();
      warmup |= each.warmup();
    }
    List<Window> sums =
        workloads.stream().flatMap(name -> sum(name, byAgent, lengthNanos).stream()).toList();
    Snapshot snapshot =
        new Snapshot(closed, time, sinceStartNanos, lengthNanos, warmup, runId, cores, sums);
    return new Sum(snapshot, missing);
  }

  /**
   * When most agents had cut the interval, since the start. A sum lasts from cut to cut: the
   * longest of its parts would be longer, by what the latest agent was late, and each rate lower.
   */
  private static long cut(Collection<Snapshot> parts) {
    long[] cuts = parts.stream().mapToLong(each -> each.sinceStartNanos()).sorted().toArray();
    return cuts[cuts.length / 2];
  }

  /** What agents did in the interval, and what stays of those that did not tell. */
  private Optional<Window> sum(String workload, Map<String, Snapshot> byAgent, long lengthNanos) {
    List<Window> parts = new ArrayList<>();
    agents.forEach(
        (agent, told) -> {
          Optional<Snapshot> ofInterval = Optional.ofNullable(byAgent.get(agent));
          ofInterval
              .or(() -> told.last)
              .flatMap(interval -> interval.of(workload))
              .map(part -> ofInterval.isPresent() ? part : part.ended())
              .ifPresent(parts::add);
        });
    return parts.stream().reduce(Window::plus).map(each -> each.lasting(lengthNanos));
  }
}
