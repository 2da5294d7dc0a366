package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Agents on one host, each a process, and their hub: in the controller, at a port, or brokers of
 * their own; the last agent may be behind a network that is cut.
 */
final class LiveFleet implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path secret;
  private final Optional<CuttableNetwork> network;
  private final String last;
  private final int port;
  private final String brokers; // with the user's options; empty if the controller has the hub
  private final Map<String, LiveProcess> agents = new LinkedHashMap<>();

  LiveFleet(Path folder, List<String> names) throws Exception {
    this(folder, names, Optional.empty());
  }

  /**
   * @param network behind which the last one is
   */
  LiveFleet(Path folder, List<String> names, Optional<CuttableNetwork> network) throws Exception {
    this(folder, names, network, "");
  }

  /**
   * @param brokers where they meet, with the options of their user there
   */
  LiveFleet(Path folder, List<String> names, String brokers) throws Exception {
    this(folder, names, Optional.empty(), brokers);
  }

  private LiveFleet(
      Path folder, List<String> names, Optional<CuttableNetwork> network, String brokers)
      throws Exception {
    this.network = network;
    this.port = FreePorts.take();
    this.brokers = brokers;
    this.last = names.get(names.size() - 1);
    secret = Files.writeString(folder.resolve("fleet.secret"), "a secret that only a test knows\n");
    for (String name : names) {
      start(name);
    }
  }

  /** An agent comes, or comes again. */
  LiveProcess start(String name) throws IOException {
    boolean behind = network.isPresent() && name.equals(last);
    LiveProcess agent =
        LiveProcess.startBy(
            behind ? network.orElseThrow().starter() : List.of(),
            agentLine(
                name,
                brokers.isEmpty()
                    ? (behind ? CuttableNetwork.NEAR : "127.0.0.1") + ":" + port
                    : brokers));
    agents.put(name, agent);
    return agent;
  }

  /** An agent comes that dials the hub of a controller at another port, as that of a relay. */
  LiveProcess startAt(int relay, String name) throws IOException {
    LiveProcess agent = LiveProcess.start(agentLine(name, "127.0.0.1:" + relay));
    agents.put(name, agent);
    return agent;
  }

  private String agentLine(String name, String hub) {
    return "agent --name %s --fleet %s --fleet-secret-file %s".formatted(name, hub, secret);
  }

  LiveProcess agent(String name) {
    return agents.get(name);
  }

  /** A controller with a plan. */
  LiveProcess run(Path plan, Path out, String more) throws Exception {
    return LiveProcess.start(
        "run %s --out %s %s %s".formatted(plan, out, membership(), more).strip());
  }

  /** A controller that takes over. */
  LiveProcess attach(Path out) throws Exception {
    return LiveProcess.start("attach --out %s %s".formatted(out, membership()));
  }

  /** Where the hub of a controller listens. */
  int port() {
    return port;
  }

  /** The first line that has this part, waited for. */
  static void awaitLine(LiveProcess process, String part) throws Exception {
    assertThat(process.await(0, Pattern.compile(".*" + Pattern.quote(part) + ".*"), PATIENCE))
        .as("'%s' in %s", part, process)
        .isPresent();
  }

  private String membership() {
    return "--fleet %s --fleet-secret-file %s"
        .formatted(brokers.isEmpty() ? "--fleet-port " + port : brokers, secret);
  }

  @Override
  public void close() {
    agents.values().forEach(LiveProcess::close);
  }
}
