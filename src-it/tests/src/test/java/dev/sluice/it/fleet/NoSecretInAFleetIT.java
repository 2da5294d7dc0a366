package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.TalkativeClient;
import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.ClientJar;
import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An agent and its controllers are given secrets; none is in anything that either of them leaves:
 * what it prints, its command line, what the live page and the HTTP interface say, its files.
 */
class NoSecretInAFleetIT {

  /** Begins all of them; what follows says where it was given. */
  private static final String CANARY = "c4n4ry";

  private static final String TOKEN = CANARY + "-control-token";
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern PAGE = Pattern.compile("page on (http://127\\.0\\.0\\.1:\\d+)/");
  private static final Pattern STARTS = Pattern.compile("the schedule starts");

  private static final Map<String, String> OF_THE_AGENT =
      Map.of(
          "API_KEY", "c4n4ry-agent-message",
          "ACCESS_KEY", "c4n4ry-agent-factory",
          "SLUICE_PASSWORD", "c4n4ry-agent-password");

  private static final Map<String, String> OF_THE_CONTROLLER =
      Map.of(
          "SLUICE_CONTROL_TOKEN", TOKEN,
          "DB_PASSWORD", "c4n4ry-controller-variable",
          "API_KEY", "c4n4ry-controller-message",
          "ACCESS_KEY", "c4n4ry-controller-factory");

  @TempDir Path folder;

  private final Map<String, String> left = new LinkedHashMap<>();
  private int fleetPort;

  @Test
  void noneIsInAnythingThatAgentOrControllerLeaves() throws Exception {
    Path inputs = Files.createDirectory(folder.resolve("in"));
    ClientJar.of(TalkativeClient.class, inputs.resolve("client.jar"));
    Files.writeString(inputs.resolve("fleet.secret"), CANARY + "-of-the-fleet-itself");
    Files.writeString(
        inputs.resolve("works.yaml"),
        """
        vars: {db-password: '${DB_PASSWORD}'}
        providers: {none: {type: 'null'}}
        workloads: {w: {type: send, rate: 20, message-property: ['apiKey=${API_KEY}']}}
        run: {interval: 200ms, page: 0, control: 0}
        steps:
          - exec: 'echo curl -u app:${db-password}'
          - mark: 'with ${db-password}'
          - exec: while [ ! -e %s ]; do sleep 0.2; done
            timeout: 1h
        """
            .formatted(folder.resolve("seen")));
    Files.writeString(
        inputs.resolve("fails.yaml"),
        """
        providers:
          talkative: {type: factory, class-path: IN/client.jar, factory-class: CLIENT,
                      factory-property: ['accessKey=${ACCESS_KEY}'], user: app}
        workloads: {w: {type: send, queue: Q, rate: 20}}
        run: {interval: 200ms}
        steps: [{measure: m, for: 1s}]
        """
            .replace("IN", inputs.toString())
            .replace("CLIENT", TalkativeClient.class.getName()));
    fleetPort = FreePorts.take();
    Process agent = start("agent", "agent --name a1 --fleet 127.0.0.1:" + fleetPort, OF_THE_AGENT);
    try {
      printed(agent, "agent", Pattern.compile("waits for work"));
      assertThat(control("works", true)).as(() -> printed("works")).isZero();
      assertThat(control("fails", false)).as(() -> printed("fails")).isEqualTo(3);
      left.put("command line of the agent", agent.info().commandLine().orElse(""));
    } finally {
      agent.destroy();
      agent.waitFor();
    }
    for (String each : List.of("agent", "works", "fails")) {
      addFilesBelow(folder.resolve(each));
    }
    assertThat(left).hasSizeGreaterThan(10);
    left.forEach((where, text) -> assertThat(text).as(where).doesNotContain(CANARY));
  }

  /** Plays a plan and answers the exit code. */
  private int control(String plan, boolean lookAtIt) throws Exception {
    String line =
        "run %s --out out --fleet --fleet-port %d"
            .formatted(folder.resolve("in/" + plan + ".yaml"), fleetPort);
    Process controller = start(plan, line, OF_THE_CONTROLLER);
    try {
      left.put("command line of " + plan, controller.info().commandLine().orElse(""));
      if (lookAtIt) {
        String page = printed(controller, plan, PAGE).group(1);
        printed(controller, plan, STARTS);
        for (String path : List.of("/api/v1/run", "/api/v1/events", "/metrics")) {
          left.put(path, text(answer(page + path)));
        }
        InputStream stream = answer(page + "/page/stream");
        Files.createFile(folder.resolve("seen"));
        left.put("/page/stream", text(stream)); // to the end of the run
      }
      assertThat(ChildProcess.awaitEnd(controller, PATIENCE)).isTrue();
      return controller.exitValue();
    } finally {
      controller.destroyForcibly();
    }
  }

  private Process start(String name, String line, Map<String, String> environment)
      throws IOException {
    Path directory = Files.createDirectory(folder.resolve(name));
    List<String> command =
        new ArrayList<>(
            PackagedProgram.command("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx96m"));
    String secret = " --fleet-secret-file " + folder.resolve("in/fleet.secret");
    command.addAll(List.of(("--verbose " + line + secret).split(" ", -1)));
    ProcessBuilder builder = ChildProcess.builder(command).directory(directory.toFile());
    builder.environment().putAll(environment);
    return builder
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("output.txt").toFile())
        .start();
  }

  private Matcher printed(Process process, String name, Pattern wanted) throws Exception {
    Path output = folder.resolve(name).resolve("output.txt");
    long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Matcher found = wanted.matcher(Files.readString(output));
      if (found.find()) {
        return found;
      }
      assertThat(process.isAlive() && System.nanoTime() < deadlineNanos)
          .as("%s", Files.readString(output))
          .isTrue();
      Thread.sleep(100);
    }
  }

  /** All that a controller has printed, for the message of a failure. */
  private String printed(String name) {
    try {
      return Files.readString(folder.resolve(name).resolve("output.txt"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static String text(InputStream answer) throws IOException {
    try (answer) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What is there. */
  private static InputStream answer(String address) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Authorization", "Bearer " + TOKEN)
            .build();
    HttpResponse<InputStream> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
    assertThat(response.statusCode()).as(address).isEqualTo(200);
    return response.body();
  }

  private void addFilesBelow(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        left.put(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
  }
}
