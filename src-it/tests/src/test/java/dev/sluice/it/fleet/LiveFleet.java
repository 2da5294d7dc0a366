package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Agents on one host, each a process; the last one may be behind a network that is cut. */
final class LiveFleet implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path secret;
  private final Optional<CuttableNetwork> network;
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final Map<String, LiveProcess> agents = new LinkedHashMap<>();
  private int controllerPort;

  LiveFleet(Path folder, List<String> names) throws Exception {
    this(folder, names, Optional.empty());
  }

  /**
   * @param network behind which the last one is
   */
  LiveFleet(Path folder, List<String> names, Optional<CuttableNetwork> network) throws Exception {
    this.network = network;
    secret = Files.writeString(folder.resolve("fleet.secret"), "a secret that only a test knows\n");
    List<Integer> free = FreePorts.take(names.size());
    for (int i = 0; i < free.size(); i++) {
      ports.put(names.get(i), free.get(i));
    }
    for (String name : names) {
      start(name);
    }
  }

  /** One more agent, which the others are not told of. */
  LiveProcess come(String name) throws IOException {
    ports.put(name, FreePorts.take());
    return start(name);
  }

  /** An agent comes, or comes again. */
  LiveProcess start(String name) throws IOException {
    List<String> starter = isBehind(name) ? network.orElseThrow().starter() : List.of();
    LiveProcess agent =
        LiveProcess.startBy(
            starter,
            "agent --name %s --fleet-port %d %s"
                .formatted(name, ports.get(name), membership(address(name))));
    agents.put(name, agent);
    return agent;
  }

  LiveProcess agent(String name) {
    return agents.get(name);
  }

  /** A controller with a plan. */
  LiveProcess run(Path plan, Path out, String more) throws Exception {
    controllerPort = FreePorts.take();
    return LiveProcess.start(
        "run %s --out %s --fleet-port %d %s %s"
            .formatted(plan, out, controllerPort, membership(near()), more));
  }

  /** Where members listen on loopback: agents, and the controller that was started last. */
  List<Integer> allPorts() {
    List<Integer> all = new ArrayList<>(ports.values());
    all.add(controllerPort);
    return all;
  }

  /** A controller that takes over. */
  LiveProcess attach(Path out) throws Exception {
    return LiveProcess.start(
        "attach --out %s --fleet-port %d %s".formatted(out, FreePorts.take(), membership(near())));
  }

  /** The first line that has this part, waited for. */
  static void awaitLine(LiveProcess process, String part) throws Exception {
    assertThat(process.await(0, Pattern.compile(".*" + Pattern.quote(part) + ".*"), PATIENCE))
        .as("'%s' in %s", part, process)
        .isPresent();
  }

  private boolean isBehind(String name) {
    return network.isPresent() && name.equals(List.copyOf(ports.keySet()).get(ports.size() - 1));
  }

  private String near() {
    return network.isPresent() ? CuttableNetwork.NEAR : "127.0.0.1";
  }

  private String address(String name) {
    return isBehind(name) ? CuttableNetwork.FAR : near();
  }

  private String membership(String bind) {
    return "--fleet it --bind %s --fleet-secret-file %s --peers %s"
        .formatted(
            bind,
            secret,
            ports.keySet().stream()
                .map(name -> address(name) + ":" + ports.get(name))
                .collect(Collectors.joining(",")));
  }

  @Override
  public void close() {
    agents.values().forEach(LiveProcess::close);
  }
}
