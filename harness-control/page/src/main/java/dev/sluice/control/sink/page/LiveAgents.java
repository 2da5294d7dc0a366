package dev.sluice.control.sink.page;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.Json;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.time.NanoClock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The agents of a fleet, as a table of the live page. Any thread. */
public final class LiveAgents implements Sink {

  /**
   * One of them.
   *
   * @param state in one word
   * @param works whether nothing keeps it from its part of the run
   * @param acts whether it may act on its share still
   * @param failed whether it cannot play its part, which {@code why} explains
   * @param clockErrorNanos how well it knows the fleet's clock; {@link Long#MAX_VALUE} if it does
   *     not
   * @param wallAheadNanos its wall clock less ours, give or take the clock's error
   * @param heardNanos when it was last heard, by our clock
   */
  public record Agent(
      String name,
      String host,
      Map<String, String> labels,
      int cores,
      String state,
      boolean works,
      boolean acts,
      boolean failed,
      String why,
      int workersUp,
      long clockErrorNanos,
      long wallAheadNanos,
      long heardNanos) {}

  /** The run has none. */
  public static final LiveAgents NONE = new LiveAgents(List::of, List::of, NanoClock.SYSTEM);

  private final Supplier<List<Agent>> agents;
  private final Supplier<List<String>> refusals;
  private final NanoClock clock;
  private final Map<String, Snapshot> last = new ConcurrentHashMap<>(); // by agent

  /**
   * @param agents those that are known
   * @param refusals who was refused, and why, in single lines
   * @param clock by which they were heard
   */
  public LiveAgents(
      Supplier<List<Agent>> agents, Supplier<List<String>> refusals, NanoClock clock) {
    this.agents = agents;
    this.refusals = refusals;
    this.clock = clock;
  }

  @Override
  public void part(String host, Snapshot snapshot) {
    last.put(host, snapshot);
  }

  /** Those that do not work, each in a sentence. */
  List<String> away() {
    return agents.get().stream()
        .filter(each -> !each.works())
        .map(each -> "Agent " + each.name() + " is " + each.state() + ".")
        .sorted()
        .toList();
  }

  /** Adds them, if there are any. */
  void addTo(Json json) {
    List<Json> rows =
        agents.get().stream()
            .sorted(Comparator.comparing(each -> each.name()))
            .map(this::row)
            .toList();
    if (!rows.isEmpty()) {
      json.put("agents", rows).put("refused", refusals.get());
    }
  }

  private Json row(Agent agent) {
    boolean timed = agent.clockErrorNanos() != Long.MAX_VALUE;
    Optional<Snapshot> interval =
        Optional.ofNullable(last.get(agent.name())).filter(each -> agent.acts());
    long silentNanos = clock.nanos() - agent.heardNanos();
    return new Json()
        .put("agent", agent.name())
        .put("host", agent.host())
        .put("labels", new TreeMap<>(agent.labels()))
        .put("cores", agent.cores())
        .put("state", agent.state())
        .put("why", agent.failed() ? agent.why() : "")
        .put(Gauge.WORKERS_UP.key(), agent.acts() ? agent.workersUp() : 0)
        .put(Gauge.ACHIEVED.key(), interval.map(LiveAgents::achieved).orElse(null))
        .put("cpuCores", interval.map(Snapshot::cpuCores).orElse(null))
        .put("clockAheadMillis", timed ? agent.wallAheadNanos() / NANOS_PER_MILLI : null)
        .put("clockErrorMillis", timed ? agent.clockErrorNanos() / NANOS_PER_MILLI : null)
        .put("silentSeconds", Math.max(0, silentNanos) / NANOS_PER_SECOND);
  }

  private static double achieved(Snapshot interval) {
    return interval.workloads().stream().mapToDouble(Gauge.ACHIEVED::in).sum();
  }
}
