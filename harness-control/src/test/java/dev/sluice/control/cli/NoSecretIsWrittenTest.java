package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A secret is given in every place where one can be given, and must be in nothing that comes out.
 * Environment variables and what is printed past the command line are tried with the packaged
 * program.
 */
class NoSecretIsWrittenTest {

  private static final String CANARY = "c4n4ry-Zq7w8";

  /** Nobody listens there. */
  private static final String NOBODY = "127.0.0.1:1";

  private static final Pattern SOCKET = Pattern.compile("commands on 127\\.0\\.0\\.1:(\\d+)");
  private static final Pattern METRICS = Pattern.compile("metrics on 127\\.0\\.0\\.1:(\\d+)");

  /**
   * A place where a secret is given.
   *
   * @param exitCode what comes of the line, so that it is known to have come as far as it should
   * @param files what stands in files of the folder, each a name, a line end, and its content
   * @param line the command line; {@code CANARY}, {@code NOBODY} and {@code FOLDER} are filled in
   */
  record Given(String place, int exitCode, List<String> files, String line) {

    static Given of(String place, int exitCode, String line) {
      return new Given(place, exitCode, List.of(), line);
    }

    static Given with(String file, String place, int exitCode, String line) {
      return new Given(place, exitCode, List.of(file), line);
    }

    static Given scenario(String place, int exitCode, String text) {
      return scenario(place, exitCode, text, "");
    }

    static Given scenario(String place, int exitCode, String text, String more) {
      return with(
          "plan.yaml\n" + text,
          "scenario: " + place,
          exitCode,
          "--verbose run FOLDER/plan.yaml --out FOLDER/out" + more);
    }

    @Override
    public String toString() {
      return place;
    }
  }

  private static final String RUN =
      """
      workloads: {w: {type: send, rate: 20}}
      run: {interval: 100ms, control: 0, metrics: 0}
      """;

  private static final String NOWHERE = " --threads 1 --duration 200ms --out FOLDER/out";

  static Stream<Given> places() {
    return Stream.of(
        // URLs
        Given.of(
            "--url: password", 3, "send --provider artemis --url tcp://u:CANARY@NOBODY" + NOWHERE),
        Given.of(
            "--url: with @",
            3,
            "--verbose send --provider artemis --url tcp://u:ab@CANARY@NOBODY" + NOWHERE),
        Given.of(
            "--url: with /",
            3,
            "--verbose send --provider artemis --url tcp://u:ab/CANARY@NOBODY" + NOWHERE),
        Given.of(
            "--url: with ?",
            3,
            "--verbose send --provider artemis --url tcp://u:ab?CANARY@NOBODY" + NOWHERE),
        Given.of(
            "--url: no URL",
            3,
            "--verbose send --provider artemis --url tcp:/u:CANARY@NOBODY" + NOWHERE),
        Given.of(
            "--url: two colons",
            3,
            "--verbose send --provider artemis --url tcp://u:x:CANARY@NOBODY" + NOWHERE),
        Given.of(
            "--url: broken port",
            3,
            "--verbose send --provider artemis --url tcp://u:CANARY@h:x:y" + NOWHERE),
        Given.of(
            "--url: %",
            2, "--verbose send --provider artemis --url tcp://u:CANARY%@NOBODY" + NOWHERE),
        Given.of(
            "--url: escaped",
            3,
            "send --provider artemis --url tcp://u:c4n4ry%2DZq7w8@NOBODY" + NOWHERE),
        Given.of(
            "--url: ?password=a,",
            3,
            "send --provider artemis --url tcp://NOBODY?password=a,CANARY" + NOWHERE),
        Given.of(
            "--url: list",
            3,
            "send --provider artemis --url (tcp://NOBODY,tcp://NOBODY)?keyStorePassword=CANARY&x=1"
                + NOWHERE),
        Given.of(
            "--url: dry run", 0, "send --dry-run --provider artemis --url tcp://u:CANARY@NOBODY"),
        Given.of("--ccdt", 2, "send --provider ibmmq --ccdt http://u:CANARY@NOBODY/c" + NOWHERE),
        Given.of("ccdt check", 2, "--verbose ccdt check http://u:CANARY@NOBODY/c.json"),
        // JNDI
        Given.of(
            "--jndi-url",
            2,
            "--verbose send --provider jndi --jndi-factory com.sun.jndi.ldap.LdapCtxFactory"
                + " --jndi-url ldap://u:CANARY@NOBODY"
                + NOWHERE),
        jndi("java.naming.provider.url=ldap://u:CANARY@NOBODY", 2),
        jndi("java.naming.security.credentials=CANARY", 2),
        jndi("java.naming.provider.url=ldap://NOBODY/?password=CANARY", 2),
        Given.with(
            "jndi.properties\n"
                + "java.naming.factory.initial="
                + "org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory\n"
                + "connectionFactory.CF=tcp://u:CANARY@NOBODY?password=CANARY\n",
            "JNDI environment: connection factory",
            3,
            "--verbose send --provider jndi --jndi-properties FOLDER/jndi.properties"
                + " --connection-factory CF"
                + NOWHERE),
        Given.of(
            "--factory-property: right",
            3,
            factory("--factory-property brokerURL=tcp://u:CANARY@NOBODY?password=CANARY")),
        Given.of("--factory-property: password", 3, factory("--factory-property password=CANARY")),
        Given.of("--factory-property: wrong", 2, factory("--factory-property callTimeout=CANARY")),
        // options and their files
        Given.with(
            "secret\nCANARY",
            "--password-file",
            3,
            "--verbose send --provider artemis --url tcp://CANARY:1 --user CANARY --password-file FOLDER/secret"
                + NOWHERE),
        Given.of("--password, which is none", 2, "send --password CANARY"),
        Given.of("--password=, which is none", 2, "send --password=CANARY"),
        Given.of("--set for another command", 2, "send --set vars.pw=CANARY"),
        Given.with(
            "options\n--provider=artemis\n--url=tcp://u:CANARY@NOBODY",
            "options file",
            3,
            "send @FOLDER/options" + NOWHERE),
        Given.of("--property: password", 2, mq("--property XMSC_PASSWORD=CANARY")),
        Given.of("--property: exit", 3, mq("--property WMQ_SECURITY_EXIT_INIT=CANARY")),
        Given.of("--message-property", 0, "send --message-property apiKey=CANARY" + NOWHERE),
        Given.with(
            "secret\nCANARY",
            "--key-store-password-file",
            2,
            mq("--cipher ANY --key-store FOLDER/CANARY --key-store-password-file FOLDER/secret")),
        Given.with(
            "secret\nCANARY",
            "--trust-store-password-file",
            2,
            mq(
                "--cipher ANY --trust-store FOLDER/CANARY --trust-store-password-file"
                    + " FOLDER/secret")),
        Given.with(
            "secret\nCANARY",
            "--control-token-file",
            0,
            "send --id CANARY --rate 20 --duration 1s --interval 100ms --out FOLDER/out"
                + " --metrics 0 --control 0 --control-token-file FOLDER/secret"),
        Given.with(
            "secret\nCANARY",
            "ctl: token",
            3,
            "--verbose ctl --at NOBODY --control-token-file FOLDER/secret mark CANARY"),
        Given.of("ctl: auth", 3, "--verbose ctl --at NOBODY auth CANARY"),
        Given.of("ctl: address", 2, "--verbose ctl --at u:CANARY@NOBODY status"),
        // scenarios
        Given.scenario(
            "variable in exec",
            0,
            "vars: {pw: CANARY}\n" + RUN + "steps: [exec: 'echo curl -u user:${pw}']\n"),
        Given.scenario(
            "variable in exec that fails",
            1,
            "vars: {db-password: CANARY}\n"
                + RUN
                + "steps: [exec: 'echo ${db-password}; exit 3']\n"),
        Given.scenario(
            "variable in admin",
            1,
            "vars: {pw: CANARY}\n"
                + RUN
                + "steps: [{admin: 'login ${pw}', at: '127.0.0.1:1', timeout: 1s}]\n"),
        Given.scenario(
            "variable in mark",
            0,
            "vars: {token: CANARY}\n" + RUN + "steps: [{mark: 'with ${token}'}, {wait: 500ms}]\n"),
        Given.scenario(
            "variable of a loop",
            0,
            RUN
                + """
                steps:
                  - for-each: {pass: [CANARY, other-Zq7w8]}
                    do: [{measure: 'with ${pass}', for: 300ms}]
                """),
        Given.scenario(
            "default of a variable", 0, RUN + "steps: [exec: 'echo password=${PW:-CANARY}']\n"),
        Given.scenario(
            "name of a workload",
            0,
            "vars: {pw: CANARY}\n"
                + RUN.replace("rate: 20", "rate: 20, queue: '${pw}'")
                + "steps: [{measure: '${pw}', for: 300ms}]\n"),
        Given.scenario("--password in exec", 0, RUN + "steps: [exec: 'true --password CANARY']\n"),
        Given.scenario("-u in exec", 0, RUN + "steps: [exec: 'true curl -u user:CANARY x']\n"),
        Given.scenario("header in exec", 0, RUN + "steps: [exec: \"true -H 'X-Token: CANARY'\"]\n"),
        Given.scenario("URL in exec", 0, RUN + "steps: [exec: 'true http://u:CANARY@h/']\n"),
        Given.scenario(
            "--set",
            0,
            "vars: {pw: x}\n" + RUN + "steps: [exec: 'true ${pw}']\n",
            " --set vars.pw=CANARY"),
        Given.scenario(
            "provider's URL",
            3,
            "providers: {a: {type: artemis, url: 'tcp://u:CANARY@NOBODY?password=x,CANARY'}}\n"
                + RUN),
        Given.scenario(
            "provider's property",
            2,
            "providers: {a: {type: ibmmq, host: 127.0.0.1, property: [XMSC_PASSWORD=CANARY]}}\n"
                + RUN),
        Given.scenario("unknown key", 2, RUN + "passwort: CANARY\n"),
        Given.scenario("wrong value", 2, "vars: {pw: CANARY}\n" + RUN + "steps: [wait: '${pw}']\n"),
        new Given(
            "scenario: token of a target",
            1,
            List.of(
                "secret\nCANARY",
                "plan.yaml\n"
                    + "targets: {other: {at: '127.0.0.1:1', token-file: FOLDER/secret}}\n"
                    + RUN
                    + "steps: [{mark: 'CANARY'}, {rate: 5, target: other}]\n"),
            "--verbose run FOLDER/plan.yaml --out FOLDER/out"),
        Given.scenario(
            "observer's command",
            0,
            "vars: {secret: CANARY}\n"
                + RUN
                + "observers: {o: {command: 'echo ${secret} >&2; exit 3'}}\n"
                + "steps: [{measure: m, for: 300ms}]\n"),
        Given.scenario(
            "process's command",
            1,
            "vars: {passphrase: CANARY}\n"
                + "processes: {p: {command: 'echo ${passphrase}; exit 3', ready-line: never}}\n"
                + RUN),
        // older command lines
        Given.of("perfharness -pw", 3, "perfharness " + OLD + " -us u -pw CANARY"),
        Given.of("perfharness --explain", 0, "perfharness --explain " + OLD + " -us u -pw CANARY"),
        Given.of("perfharness -pw without -us", 2, "perfharness " + OLD + " -pw CANARY"),
        Given.with(
            "old\nus=u\npw=CANARY", "perfharness -hp", 3, "perfharness " + OLD + " -hp FOLDER/old"),
        Given.of(
            "perfharness -iu",
            2,
            "perfharness -tc jms.r11.Sender -d Q -pc JNDI -ii com.sun.jndi.ldap.LdapCtxFactory"
                + " -iu ldap://u:CANARY@NOBODY -cf CF"),
        Given.of(
            "options of ours before old ones",
            3,
            "perfharness --provider artemis --url tcp://u:CANARY@NOBODY -tc jms.r11.Sender -d Q"),
        Given.of("cph -pw", 3, "cph -tc Sender -jb QM1 -jh 127.0.0.1 -jp 1 -us u -pw CANARY -rl 1"),
        Given.of("cph --explain", 0, "cph --explain -tc Sender -jb QM1 -us u -pw CANARY"));
  }

  private static final String OLD =
      "-tc jms.r11.Sender -d Q -pc WebSphereMQ -jb QM1 -jh 127.0.0.1 -jp 1 -rl 1 -wt 5";

  private static Given jndi(String property, int exitCode) {
    return Given.with(
        "jndi.properties\njava.naming.factory.initial=com.sun.jndi.ldap.LdapCtxFactory\n"
            + property,
        "JNDI environment: " + property,
        exitCode,
        "--verbose send --provider jndi --jndi-properties FOLDER/jndi.properties" + NOWHERE);
  }

  private static String factory(String options) {
    return "--verbose send --provider factory --factory-class"
        + " org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory "
        + options
        + NOWHERE;
  }

  private static String mq(String options) {
    return "--verbose send --provider ibmmq --host 127.0.0.1 --port 1 " + options + NOWHERE;
  }

  @TempDir Path folder;

  @AfterEach
  void letTheLogBe() {
    Logging.configure(false);
  }

  @Test
  void thereAreEnoughPlaces() {
    assertThat(places().map(Given::place)).doesNotHaveDuplicates().hasSizeGreaterThan(34);
  }

  @ParameterizedTest
  @MethodSource("places")
  void theSecretIsInNothingThatComesOut(Given given) throws Exception {
    Path inputs = Files.createDirectory(folder.resolve("in"));
    for (String file : given.files()) {
      String[] nameAndContent = file.split("\n", 2);
      Files.writeString(inputs.resolve(nameAndContent[0]), filled(nameAndContent[1], inputs));
    }
    String[] arguments =
        Arrays.stream(given.line().split(" "))
            .map(word -> filled(word, inputs))
            .toArray(String[]::new);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    FutureTask<Integer> run =
        new FutureTask<>(
            () ->
                Main.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
                    .execute(arguments));
    Thread thread = new Thread(run, "sluice");
    thread.start();
    String answers = whatIsAnswered(run, out);
    assertThat(run.get()).as("%s%n%s", out, err).isEqualTo(given.exitCode());

    assertThat(out.toString()).doesNotContain(CANARY);
    assertThat(err.toString()).doesNotContain(CANARY);
    assertThat(answers).doesNotContain(CANARY);
    for (Path file : filesOf(inputs.resolve("out"))) {
      assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
          .as("%s", file)
          .doesNotContain(CANARY);
    }
  }

  private static String filled(String text, Path inputs) {
    return text.replace("CANARY", CANARY)
        .replace("NOBODY", NOBODY)
        .replace("FOLDER", inputs.toString());
  }

  /** What the command socket and the metrics say while the run goes on, if it has them. */
  private static String whatIsAnswered(FutureTask<Integer> run, StringWriter out)
      throws InterruptedException {
    StringBuilder answers = new StringBuilder();
    while (!run.isDone()) {
      Matcher socket = SOCKET.matcher(out.toString());
      if (socket.find()) {
        answers.append(told(Integer.parseInt(socket.group(1))));
      }
      Matcher metrics = METRICS.matcher(out.toString());
      if (metrics.find()) {
        answers.append(scraped(Integer.parseInt(metrics.group(1))));
      }
      Thread.sleep(20);
    }
    return answers.toString();
  }

  private static String told(int port) {
    List<String> lines =
        List.of("auth " + CANARY, "status", "status json", "stats json", "mark pw=" + CANARY);
    StringBuilder answers = new StringBuilder();
    try (java.net.Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(5_000);
      socket
          .getOutputStream()
          .write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();
      answers.append(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      answers.append(e); // the run has ended
    }
    return answers.toString();
  }

  private static String scraped(int port) throws InterruptedException {
    URI page = URI.create("http://127.0.0.1:" + port + "/metrics");
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      return e.toString(); // the run has ended
    }
  }

  private static List<Path> filesOf(Path out) throws IOException {
    if (!Files.isDirectory(out)) {
      return List.of();
    }
    List<Path> files = new ArrayList<>();
    try (Stream<Path> found = Files.walk(out)) {
      found.filter(Files::isRegularFile).forEach(files::add);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return files;
  }
}
