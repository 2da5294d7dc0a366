package dev.sluice.control.cli.command;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;

import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.MembershipProbe;
import dev.sluice.control.format.Json;
import dev.sluice.core.text.Figures;
import java.util.ArrayList;
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

  private static final List<String> HEADINGS =
      List.of("agent", "host", "cores", "version", "clock", "state", "labels");

  String text() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADINGS);
    agents.forEach(agent -> rows.add(row(agent)));
    return Figures.table(rows, column -> false).stream()
        .map(line -> line + System.lineSeparator())
        .collect(Collectors.joining());
  }

  private static List<String> row(MembershipProbe.Entry agent) {
    AgentInfo info = agent.heartbeat().info();
    return List.of(
        info.name(),
        info.host(),
        String.valueOf(info.cores()),
        info.version(),
        String.format(
            Locale.ROOT,
            "%+.1f ms (error %.1f ms)",
            agent.clockAheadNanos() / NANOS_PER_MILLI,
            agent.clockErrorNanos() / NANOS_PER_MILLI),
        doing(agent.heartbeat()),
        new TreeMap<>(info.labels())
            .entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(",")));
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
