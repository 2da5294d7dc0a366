package dev.sluice.control.cli.command;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;

import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.MembershipProbe;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.Table;
import dev.sluice.core.text.Figures;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The agents of a fleet as a table for people, and as JSON for programs.
 *
 * @param agents in the order in which they are listed
 */
record AgentList(String fleet, List<MembershipProbe.Entry> agents) {

  private static final Table<MembershipProbe.Entry> TABLE =
      new Table<MembershipProbe.Entry>()
          .left("agent", agent -> agent.heartbeat().info().name())
          .left("host", agent -> agent.heartbeat().info().host())
          .left("cores", agent -> agent.heartbeat().info().cores())
          .left("version", agent -> agent.heartbeat().info().version())
          .left("clock", AgentList::clock)
          .left("state", agent -> doing(agent.heartbeat()))
          .left("labels", AgentList::labels);

  String text() {
    return TABLE.lines(agents).stream()
        .map(line -> line + System.lineSeparator())
        .collect(Collectors.joining());
  }

  private static String clock(MembershipProbe.Entry agent) {
    return Figures.text(
        "%+.1f ms (error %.1f ms)",
        agent.clockAheadNanos() / NANOS_PER_MILLI, agent.clockErrorNanos() / NANOS_PER_MILLI);
  }

  private static String labels(MembershipProbe.Entry agent) {
    return new TreeMap<>(agent.heartbeat().info().labels())
        .entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(","));
  }

  private static String doing(Heartbeat heartbeat) {
    AgentStatus status = heartbeat.status();
    String phase = word(status);
    if (heartbeat.task().isEmpty()) {
      return phase;
    }
    int workers = status.workersUp().values().stream().mapToInt(Integer::intValue).sum();
    return phase + " " + heartbeat.task() + (workers == 0 ? "" : ", " + workers + " workers");
  }

  private static String word(AgentStatus status) {
    return status.phase().name().toLowerCase(Locale.ROOT);
  }

  String json() {
    List<Json> list = agents.stream().map(AgentList::json).toList();
    return new Json().put("fleet", fleet).put("agents", list).pretty() + System.lineSeparator();
  }

  private static Json json(MembershipProbe.Entry agent) {
    AgentInfo info = agent.heartbeat().info();
    Json labels = new Json();
    new TreeMap<>(info.labels()).forEach(labels::put);
    Json workers = new Json();
    new TreeMap<>(agent.heartbeat().status().workersUp()).forEach(workers::put);
    return new Json()
        .put("agent", info.name())
        .put("member", agent.member())
        .put("host", info.host())
        .put("pid", info.pid())
        .put("cores", info.cores())
        .put("version", info.version())
        .put("labels", labels)
        .put("clockAheadMillis", agent.clockAheadNanos() / NANOS_PER_MILLI)
        .put("clockErrorMillis", agent.clockErrorNanos() / NANOS_PER_MILLI)
        .put("state", word(agent.heartbeat().status()))
        .put("task", agent.heartbeat().task())
        .put("controller", agent.heartbeat().epoch().issuer())
        .put("workersUp", workers);
  }
}
