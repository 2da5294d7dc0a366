package dev.sluice.control.measure.broker;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Window;
import dev.sluice.jms.provider.BrokerView.Meaning;
import dev.sluice.jms.provider.BrokerView.Reading;
import dev.sluice.jms.provider.BrokerView.Readout;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Instances of applications by member of a cluster, as this process counts its connections and as
 * the members count them. Counts arrive late on both sides, so the views disagree when they have
 * for longer than a grace. For one thread at a time.
 */
public final class TwoViews {

  /** Of this process; a connection that moved since may be counted at either place. */
  private static final int INTERVALS_KEPT = 3;

  /** An application at a member. */
  record Deployment(String application, String member) implements Comparable<Deployment> {
    @Override
    public int compareTo(Deployment other) {
      int byName = application.compareTo(other.application);
      return byName == 0 ? member.compareTo(other.member) : byName;
    }
  }

  private final Map<String, String> applications;
  private final Duration grace;
  private final Deque<Map<Deployment, Integer>> own = new ArrayDeque<>();
  private OptionalLong apartSinceNanos = OptionalLong.empty();
  private boolean told;

  /**
   * @param applications the name under which the broker counts a workload's connections, by
   *     workload
   * @param grace how long the views may differ
   */
  public TwoViews(Map<String, String> applications, Duration grace) {
    this.applications = Map.copyOf(applications);
    this.grace = grace;
  }

  /** The connections of this process at the end of an interval. */
  public void interval(Snapshot snapshot) {
    Map<Deployment, Integer> counts = new TreeMap<>();
    for (Window each : snapshot.workloads()) {
      String application = applications.getOrDefault(each.name(), "");
      if (!application.isEmpty()) {
        each.end()
            .connections()
            .byPeer()
            .forEach(
                (member, count) ->
                    counts.merge(new Deployment(application, member), count, Integer::sum));
      }
    }
    own.addLast(counts);
    if (own.size() > INTERVALS_KEPT) {
      own.removeFirst();
    }
  }

  /** The run ends: the views are compared again once another one has an interval. */
  public void over() {
    own.clear();
    apartSinceNanos = OptionalLong.empty();
  }

  /** How many there are here, by place; empty before the first interval. */
  Map<Deployment, Integer> here() {
    return own.isEmpty() ? Map.of() : own.getLast();
  }

  /** Those of an answer that are of applications of this process. */
  private Map<Deployment, Integer> there(Readout readout) {
    Map<Deployment, Integer> counts = new TreeMap<>();
    for (Reading each : readout.readings()) {
      if (each.measure().meaning() == Meaning.INSTANCES
          && applications.containsValue(each.subject())) {
        counts.merge(
            new Deployment(each.subject(), each.member()), (int) each.value(), Integer::sum);
      }
    }
    return counts;
  }

  /** Where the views differ, one phrase for each place; empty if they agree. */
  List<String> differences(Readout readout) {
    SortedSet<String> members = new TreeSet<>(); // that have answered
    readout.readings().stream()
        .filter(each -> each.measure().meaning() == Meaning.CONNECTIONS)
        .forEach(each -> members.add(each.member()));
    Map<Deployment, Integer> there = there(readout);
    SortedSet<Deployment> places = new TreeSet<>(there.keySet());
    own.forEach(each -> places.addAll(each.keySet()));
    List<String> differences = new ArrayList<>();
    for (Deployment deployment : places) {
      int count = there.getOrDefault(deployment, 0);
      int least = own.stream().mapToInt(each -> each.getOrDefault(deployment, 0)).min().orElse(0);
      int most = own.stream().mapToInt(each -> each.getOrDefault(deployment, 0)).max().orElse(0);
      if (members.contains(deployment.member()) && (count < least || count > most)) {
        differences.add(
            "%s at %s: %d here, %d there"
                .formatted(
                    deployment.application(),
                    deployment.member(),
                    here().getOrDefault(deployment, 0),
                    count));
      }
    }
    return differences;
  }

  /** Takes an answer; returns what is to be told, if the views begin or end to disagree. */
  public Optional<String> answered(Readout readout, long nanos) {
    if (own.isEmpty()) {
      return Optional.empty();
    }
    List<String> differences = differences(readout);
    if (differences.isEmpty()) {
      boolean over = told;
      told = false;
      apartSinceNanos = OptionalLong.empty();
      return over ? Optional.of("instances agree again, here and there") : Optional.empty();
    }
    if (apartSinceNanos.isEmpty()) {
      apartSinceNanos = OptionalLong.of(nanos);
    }
    if (told || nanos - apartSinceNanos.getAsLong() < grace.toNanos()) {
      return Optional.empty();
    }
    told = true;
    return Optional.of(
        "instances have differed for %d s: %s"
            .formatted(grace.toSeconds(), String.join(", ", differences)));
  }
}
