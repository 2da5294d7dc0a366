package dev.sluice.control.cli.command;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;

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
          .value("member", MembershipProbe.Entry::member)
          .left("host", agent -> agent.heartbeat().info().host())
          .value("pid", agent -> agent.heartbeat().info().pid())
          .left("cores", agent -> agent.heartbeat().info().cores())
          .left("version", agent -> agent.heartbeat().info().version())
          .left("clock", AgentList::clock)
          .as("clockAheadMillis", agent -> agent.clockAheadNanos() / NANOS_PER_MILLI)
          .value("clockErrorMillis", agent -> agent.clockErrorNanos() / NANOS_PER_MILLI)
          .left("state", agent -> doing(agent.heartbeat()))
          .as("state", agent -> word(agent.heartbeat().status()))
          .value("task", agent -> agent.heartbeat().task())
          .value("controller", agent -> agent.heartbeat().epoch().issuer())
          .value("workersUp", agent -> new TreeMap<>(agent.heartbeat().status().workersUp()))
          .left("labels", AgentList::labels)
          .as("labels", agent -> new TreeMap<>(agent.heartbeat().info().labels()));

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
    List<Json> list = agents.stream().map(TABLE::json).toList();
    return new Json().put("fleet", fleet).put("agents", list).pretty() + System.lineSeparator();
  }
}
