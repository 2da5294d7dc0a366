package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.ClientJar;
import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
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
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The packaged program is given secrets in every kind of place, several in a line; none is in
 * anything that it leaves: what any part of the process prints, its command line, its answers, the
 * run folder, the working directory.
 */
class NoSecretIsWrittenIT {

  /** Begins all of them; what follows says where it was given. */
  private static final String CANARY = "c4n4ry";

  private static final Pattern SOCKET = Pattern.compile("commands on 127\\.0\\.0\\.1:(\\d+)");
  private static final Pattern METRICS = Pattern.compile("metrics on 127\\.0\\.0\\.1:(\\d+)");

  @TempDir Path folder;

  /**
   * A line with its secrets.
   *
   * @param exitCode what comes of it
   * @param environment the variables it is given
   * @param files their contents by name; IN is the folder they are in
   */
  record Line(
      String line, int exitCode, Map<String, String> environment, Map<String, String> files) {

    @Override
    public String toString() {
      return line;
    }
  }

  static Stream<Line> lines() {
    String nobody = "--threads 1 --duration 1s --out out ";
    String plan =
        """
        vars: {db-password: '${DB_PASSWORD}', token: c4n4ry-variable}
        providers: {none: {type: 'null'}}
        workloads: {w: {type: send, rate: 20, message-property: [apiKey=c4n4ry-message]}}
        observers: {o: {command: 'echo ${token} >&2; exit 3'}}
        run: {interval: 100ms, control: 0, metrics: 0}
        steps:
          - exec: 'echo curl -u app:${db-password}; echo ${token} >&2'
          - mark: 'with ${db-password}'
          - measure: 'm ${token}'
            for: 500ms
          - exec: 'echo ${token}; exit 3'
        """;
    return Stream.of(
            new Line(
                "run IN/plan.yaml --out out",
                1,
                Map.of("DB_PASSWORD", "c4n4ry-environment"),
                Map.of("plan.yaml", plan)),
            new Line(
                "send @IN/options --rate 20 --interval 100ms --control 0 --metrics 0 " + nobody,
                0,
                Map.of(
                    "SLUICE_CONTROL_TOKEN",
                    "c4n4ry-token-variable",
                    "SLUICE_WATCH_TOKEN",
                    "c4n4ry-watch-variable"),
                Map.of(
                    "options", "--provider null\n--message-property apiKey=c4n4ry-options-file")),
            new Line(
                "send @IN/options --provider factory --class-path IN/client.jar --user app "
                    + nobody,
                3,
                Map.of("SLUICE_PASSWORD", "c4n4ry-password-variable"),
                factory("accessKey=c4n4ry-factory-property")),
            new Line(
                "send @IN/options --provider factory --class-path IN/client.jar " + nobody,
                2,
                Map.of(),
                factory("pin=c4n4ry-refused-by-setter")),
            new Line(
                "send --provider jndi --jndi-properties IN/jndi --user app --password-file IN/pw "
                    + nobody,
                2,
                Map.of(),
                Map.of(
                    "pw",
                    "c4n4ry-password-file",
                    "jndi",
                    """
                    java.naming.factory.initial=com.sun.jndi.ldap.LdapCtxFactory
                    java.naming.provider.url=ldap://u:c4n4ry-jndi-url@127.0.0.1:1
                    java.naming.security.credentials=c4n4ry-jndi-credentials
                    """)),
            new Line(
                "send --provider ibmmq --host 127.0.0.1 --port 1 --cipher ANY --key-store IN/keys"
                    + " --trust-store IN/trusted --user app "
                    + nobody,
                2,
                Map.of(
                    "SLUICE_PASSWORD",
                    "c4n4ry-password-variable",
                    "SLUICE_KEY_STORE_PASSWORD",
                    "c4n4ry-key-store-variable",
                    "SLUICE_TRUST_STORE_PASSWORD",
                    "c4n4ry-trust-store-variable"),
                Map.of("keys", "none", "trusted", "none")),
            new Line(
                "send @IN/options " + nobody,
                3,
                Map.of(),
                Map.of(
                    "options",
                    "--provider artemis --url tcp://u:c4n4ry-url@127.0.0.1:1?password=c4n4ry-query")),
            new Line(
                "ctl --at 127.0.0.1:1 status",
                3,
                Map.of("SLUICE_CONTROL_TOKEN", "c4n4ry-token-variable"),
                Map.of()))
        .flatMap(
            each ->
                Stream.of(
                    each,
                    new Line(
                        "--verbose " + each.line(),
                        each.exitCode(),
                        each.environment(),
                        each.files())));
  }

  private static Map<String, String> factory(String property) {
    return Map.of(
        "options",
        "--factory-class " + TalkativeClient.class.getName() + " --factory-property " + property);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void noneIsInAnythingThatItLeaves(Line line) throws Exception {
    Path inputs = Files.createDirectory(folder.resolve("in"));
    for (Map.Entry<String, String> file : line.files().entrySet()) {
      Files.writeString(inputs.resolve(file.getKey()), file.getValue());
    }
    ClientJar.of(TalkativeClient.class, inputs.resolve("client.jar"));
    Path directory = Files.createDirectory(folder.resolve("directory"));
    Path out = directory.resolve("output.txt");
    List<String> command =
        new ArrayList<>(
            PackagedProgram.command(PackagedProgram.SHORT_LIVED.toArray(String[]::new)));
    command.addAll(List.of(line.line().strip().replace("IN/", inputs + "/").split(" +", -1)));
    ProcessBuilder builder = ChildProcess.builder(command).directory(directory.toFile());
    builder.environment().putAll(line.environment());
    Process process =
        builder
            .redirectOutput(out.toFile())
            .redirectError(directory.resolve("errors.txt").toFile())
            .start();
    Map<String, String> left = new LinkedHashMap<>();
    try {
      left.putAll(whileItRuns(process, out, line));
    } finally {
      process.destroyForcibly();
    }
    left.putAll(filesBelow(directory));
    assertThat(process.exitValue()).as("%s", left).isEqualTo(line.exitCode());
    left.forEach((where, text) -> assertThat(text).as(where).doesNotContain(CANARY));
  }

  /** Its command line, and what it answers. */
  private static Map<String, String> whileItRuns(Process process, Path out, Line line)
      throws Exception {
    Map<String, String> told = new LinkedHashMap<>();
    long deadlineNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    do {
      assertThat(System.nanoTime()).as("it still runs").isLessThan(deadlineNanos);
      told.putIfAbsent("command line", process.info().commandLine().orElse(""));
      String printed = Files.readString(out);
      Matcher socket = SOCKET.matcher(printed);
      if (socket.find()) {
        told.merge("socket", answers(Integer.parseInt(socket.group(1)), line), String::concat);
      }
      Matcher metrics = METRICS.matcher(printed);
      if (metrics.find()) {
        told.merge("metrics", metrics(Integer.parseInt(metrics.group(1))), String::concat);
      }
    } while (!process.waitFor(50, TimeUnit.MILLISECONDS));
    return told;
  }

  /** A mark may say anything; the secrets that the process was given are masked in it too. */
  private static String answers(int port, Line line) {
    String asked =
        "auth c4n4ry-token-variable\nstatus\nstatus json\nstats json\nmark secrets: "
            + String.join(" ", line.environment().values())
            + "\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(asked.getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  private static String metrics(int port) throws InterruptedException {
    URI page = URI.create("http://127.0.0.1:" + port + "/metrics");
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(10)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  private static Map<String, String> filesBelow(Path directory) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        texts.put(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return texts;
  }
}
