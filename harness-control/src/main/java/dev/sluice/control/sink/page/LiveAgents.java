package dev.sluice.control.sink.page;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.fleet.protocol.AgentStatus.Phase;
import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.AgentView.Condition;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.RecordedInterval;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.time.NanoClock;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The agents of a fleet, as a table of the live page. Any thread. */
public final class LiveAgents implements Sink {

  /** The run has none. */
  public static final LiveAgents NONE = new LiveAgents(List::of, List::of, NanoClock.SYSTEM);

  private final Supplier<List<AgentView>> agents;
  private final Supplier<List<String>> refusals;
  private final NanoClock clock;
  private final Map<String, RecordedInterval> last = new ConcurrentHashMap<>(); // by agent

  /**
   * @param agents those that are known
   * @param refusals who was refused, and why, in single lines
   * @param clock by which they were heard
   */
  public LiveAgents(
      Supplier<List<AgentView>> agents, Supplier<List<String>> refusals, NanoClock clock) {
    this.agents = agents;
    this.refusals = refusals;
    this.clock = clock;
  }

  @Override
  public void part(String host, Snapshot snapshot, double cpuCores) {
    last.put(host, new RecordedInterval(snapshot, cpuCores));
  }

  /** What all of them together used of their processors; empty if nobody knows. */
  Optional<CpuUse> cpu(long lengthNanos) {
    List<AgentView> known =
        agents.get().stream()
            .filter(each -> acts(each) && last.containsKey(each.info().name()))
            .toList();
    double cores =
        known.stream().mapToDouble(each -> last.get(each.info().name()).cpuCores()).sum();
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CpuUse(
                (long) (cores * lengthNanos),
                lengthNanos,
                known.stream().mapToInt(each -> each.info().cores()).sum()));
  }

  /** Those that do not work, each in a sentence. */
  List<String> away() {
    return agents.get().stream()
        .filter(each -> each.condition() != Condition.PRESENT || failed(each))
        .map(each -> "Agent " + each.info().name() + " is " + state(each) + ".")
        .sorted()
        .toList();
  }

  /** Adds them, if there are any. */
  void addTo(Json json) {
    List<Json> rows =
        agents.get().stream()
            .sorted(Comparator.comparing(each -> each.info().name()))
            .map(this::row)
            .toList();
    if (!rows.isEmpty()) {
      json.put("agents", rows).put("refused", refusals.get());
    }
  }

  private Json row(AgentView agent) {
    boolean timed = agent.clockErrorNanos() != Long.MAX_VALUE;
    Optional<RecordedInterval> interval = Optional.ofNullable(last.get(agent.info().name()));
    long silentNanos = clock.nanos() - agent.heardNanos();
    Json labels = new Json();
    new TreeMap<>(agent.info().labels()).forEach(labels::put);
    return new Json()
        .put("agent", agent.info().name())
        .put("host", agent.info().host())
        .put("labels", labels)
        .put("cores", agent.info().cores())
        .put("state", state(agent))
        .put("why", failed(agent) ? agent.status().content().text() : "")
        .put("workersUp", acts(agent) ? workersUp(agent) : 0)
        .put(
            "achievedPerSecond",
            acts(agent) ? interval.map(LiveAgents::achieved).orElse(null) : null)
        .put("cpuCores", acts(agent) ? interval.map(RecordedInterval::cpuCores).orElse(null) : null)
        .put("clockAheadMillis", timed ? agent.wallAheadNanos() / NANOS_PER_MILLI : null)
        .put("clockErrorMillis", timed ? agent.clockErrorNanos() / NANOS_PER_MILLI : null)
        .put("silentSeconds", Math.max(0, silentNanos) / NANOS_PER_SECOND);
  }

  private static int workersUp(AgentView agent) {
    return agent.status().workersUp().values().stream().mapToInt(Integer::intValue).sum();
  }

  private static boolean acts(AgentView agent) {
    return agent.condition() == Condition.PRESENT || agent.condition() == Condition.SILENT;
  }

  private static boolean failed(AgentView agent) {
    return agent.status().phase() == Phase.FAILED;
  }

  private static String state(AgentView agent) {
    Enum<?> state =
        agent.condition() == Condition.PRESENT ? agent.status().phase() : agent.condition();
    return state.name().toLowerCase(Locale.ROOT);
  }

  private static double achieved(RecordedInterval interval) {
    return interval.snapshot().workloads().stream()
        .mapToDouble(Snapshot.Workload::achievedPerSecond)
        .sum();
  }
}
