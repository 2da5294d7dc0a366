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
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Agents on ports of the loopback interface, each a process. */
final class LiveFleet implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(40);

  private final Path secret;
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final Map<String, LiveProcess> agents = new LinkedHashMap<>();

  LiveFleet(Path folder, List<String> names) throws Exception {
    secret = Files.writeString(folder.resolve("fleet.secret"), "a secret that only a test knows\n");
    List<Integer> free = FreePorts.take(names.size());
    for (int i = 0; i < free.size(); i++) {
      ports.put(names.get(i), free.get(i));
    }
    for (String name : names) {
      start(name);
    }
  }

  /** An agent comes, or comes again. */
  LiveProcess start(String name) throws IOException {
    LiveProcess agent =
        LiveProcess.start(
            "agent --name %s --fleet-port %d %s".formatted(name, ports.get(name), membership()));
    agents.put(name, agent);
    return agent;
  }

  LiveProcess agent(String name) {
    return agents.get(name);
  }

  /** A controller with a plan. */
  LiveProcess run(Path plan, Path out, String more) throws Exception {
    return LiveProcess.start(
        "run %s --out %s --fleet-port %d %s %s"
            .formatted(plan, out, FreePorts.take(), membership(), more));
  }

  /** The first line that has this part, waited for. */
  static void awaitLine(LiveProcess process, String part) throws Exception {
    assertThat(process.await(0, Pattern.compile(".*" + Pattern.quote(part) + ".*"), PATIENCE))
        .as("'%s' in %s", part, process)
        .isPresent();
  }

  private String membership() {
    return "--fleet it --bind 127.0.0.1 --fleet-secret-file %s --peers %s"
        .formatted(
            secret,
            ports.values().stream()
                .map(port -> "127.0.0.1:" + port)
                .collect(Collectors.joining(",")));
  }

  @Override
  public void close() {
    agents.values().forEach(LiveProcess::close);
  }
}
