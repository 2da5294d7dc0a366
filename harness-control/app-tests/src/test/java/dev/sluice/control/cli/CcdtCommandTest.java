package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.jms.provider.ibmmq.ccdt.Ccdt;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CcdtCommandTest {

  /** Tests run in the folder of their module. */
  private static final Path SAMPLES = Path.of("../..", "ccdt");

  private static final Pattern COMMAND =
      Pattern.compile("(?m)^    sluice (ccdt generate .*) --output (\\S+)$");

  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(strings = {"UC01.json", "single.json", "tls.json"})
  void theSamplesAreWhatTheirCommandsWrite(String name) throws IOException {
    String command = commandFor(name);

    Execution execution = Execution.of(command.split(" ")).ended(ExitCode.OK);
    assertThat(execution.out()).isEqualTo(Files.readString(SAMPLES.resolve(name)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UC01.json", "single.json", "tls.json"})
  void theSamplesAreFaultless(String name) {
    Execution execution = check(SAMPLES.resolve(name)).ended(ExitCode.OK);
    assertThat(execution.out()).contains("no mistakes found");
  }

  @Test
  void theSampleOfTheUniformClusterHasTwelveQueueManagersOnTwoHosts() throws IOException {
    Ccdt table = Ccdt.parse("UC01", Files.readString(SAMPLES.resolve("UC01.json")));

    assertThat(table.queueManagers()).hasSize(13).contains("UC01QM", "UC01QM01", "UC01QM12");
    assertThat(table.entriesOf("UC01QM")).hasSize(12);
    assertThat(table.entriesOf("UC01QM"))
        .filteredOn(entry -> entry.addresses().get(0).host().equals("mqhost2"))
        .hasSize(6);
  }

  @Test
  void theSampleClusterHasTheRepositoriesOfItsTable() throws IOException {
    Ccdt table = Ccdt.parse("UC01", Files.readString(SAMPLES.resolve("UC01.json")));
    String ini = Files.readString(Path.of("../..", "config", "e1-uniform-cluster", "uniclus.ini"));

    for (int i = 1; i <= 2; i++) {
      String name = List.of("UC01QM01", "UC01QM07").get(i - 1);
      assertThat(ini)
          .contains(
              "Repository%dConname=%s\n"
                  .formatted(i, table.entriesOf(name).get(0).addresses().get(0)))
          .contains("Repository%dName=%s\n".formatted(i, name));
    }
  }

  /** 2278 would say that the client refuses the table. Nothing listens at port 1. */
  @ParameterizedTest
  @CsvSource({"UC01.json, '*UC01QM'", "UC01.json, UC01QM07", "single.json, QM1"})
  void theClientTakesTheSamples(String name, String queueManager) throws IOException {
    String json =
        Files.readString(SAMPLES.resolve(name))
            .replaceAll("\"(mqhost\\d|localhost)\", \"port\": \\d+", "\"127.0.0.1\", \"port\": 1");
    Path local = Files.writeString(dir.resolve(name), json);
    try (JmsProvider provider =
        IbmMqSettings.of(new MqEndpoint.Ccdt(local.toString(), queueManager)).create()) {
      JMSException refusal = Assertions.catchThrowableOfType(JMSException.class, provider::connect);
      Failure failure = provider.explain(refusal);
      assertThat(failure.cause()).startsWith("2538 ");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,b           | 1500 | a(1500) b(1500) a(1501) b(1501)",
        "a:1420*2,b*2  | 1414 | a(1420) a(1421) b(1414) b(1415)",
        "a:1420,a:1430 | 1414 | a(1420) a(1430) a(1421) a(1431)",
        "[::1]:1420*3,::2 | 1414 | ::1(1420) ::1(1421) ::1(1422) ::2(1414)",
      })
  void anyLayoutOfHostsAndPortsCanBeWritten(String hosts, String basePort, String addresses)
      throws IOException {
    Path table = dir.resolve("layout.json");
    generate(hosts, basePort, table).ended(ExitCode.OK);
    assertThat(Ccdt.parse("layout", Files.readString(table)).entries())
        .extracting(entry -> entry.addresses().get(0).toString())
        .containsExactly(addresses.split(" ", -1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a:1414*3,a:1416 | QM3 and QM4 would both be at a(1416); choose other ports in --hosts",
        "a:70000*4       | 'a:70000*4' has a port that is not from 1 to 65535",
        "a:b             | 'a:b' is neither a host nor places, as host*6 or host:1420*6",
      })
  void aLayoutThatCannotBeIsRejected(String hosts, String message) {
    Execution execution = generate(hosts, "1414", dir.resolve("layout.json")).ended(ExitCode.USAGE);
    assertThat(execution.err()).contains(message);
  }

  private static Execution generate(String hosts, String basePort, Path table) {
    return Execution.of(
        "ccdt",
        "generate",
        "--queue-managers",
        "QM1..QM4",
        "--hosts",
        hosts,
        "--base-port",
        basePort,
        "--channel",
        "APP",
        "--output",
        table.toString());
  }

  @Test
  void showsTheEntriesTriedForAQueueManager() {
    Path file = SAMPLES.resolve("UC01.json");

    assertThat(check(file, "--qmgr", "*UC01QM").out())
        .contains(
            "UC01QM: 12 entries",
            "queue manager '*UC01QM' tries the entries of 'UC01QM'; any queue manager may answer",
            "chosen at random for each connection",
            "  8.3%  PERF.APP.CHL  mqhost2(1419)  channel[11]")
        .doesNotContain("channel[12]");
    assertThat(check(file, "--qmgr", "UC01QM03").out())
        .contains("must be UC01QM03, otherwise 2058", "mqhost1(1416)  channel[14]");
  }

  @Test
  void aNameThatTheTableLacksIsAnError() {
    Execution execution =
        check(SAMPLES.resolve("UC01.json"), "--qmgr", "*uc01qm").ended(ExitCode.USAGE);
    assertThat(execution.out()).contains("no entry, so connecting fails with 2278");
  }

  @Test
  void aTableThatTheClientRefusesIsAnError() throws IOException {
    Path file = broken("\"host\": \"localhost\"", "\"hots\": \"localhost\"");

    Execution execution = check(file, "--connect").ended(ExitCode.USAGE);
    assertThat(execution.out())
        .contains(
            "the client rejects this table (2278)",
            "error  channel[0].clientConnection.connection[0].hots: ",
            "Did you mean host?");
  }

  @Test
  void findingsOfTheSameKindAreOneLine() throws IOException {
    Path file = dir.resolve("slow.json");
    Files.writeString(
        file,
        Files.readString(SAMPLES.resolve("UC01.json"))
            .replace("\"heartbeatInterval\": 10", "\"heartbeatInterval\": 300"));

    Execution execution = check(file).ended(ExitCode.OK);
    assertThat(execution.out().lines().filter(line -> line.startsWith("warning")))
        .singleElement()
        .asString()
        .startsWith("warning  channel[0].connectionManagement.heartbeatInterval (and 23 more): ");
  }

  @Test
  void explainsWeightsAndTheirRetries() throws IOException {
    String first = Files.readString(SAMPLES.resolve("tls.json"));
    Path file = dir.resolve("weights.json");
    Files.writeString(file, first.replaceFirst("\"clientWeight\": 1", "\"clientWeight\": 0"));

    assertThat(check(file, "--qmgr", "*TLSQM").out())
        .containsSubsequence(
            "always first, in this order (weight 0):",
            "mqhost1(1414)",
            "then this one:",
            "100.0%  PERF.TLS.CHL  mqhost2(1414)",
            "the addresses of weight 0 are tried again after each of these",
            "warning  channel[0].connectionManagement.clientWeight");
  }

  /** Connection lists: affinity, weight and ports of each entry, and what is shown of them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "none 0 1 2 3 | always first, in this order (weight 0): | h(1)  channel[0]"
            + "| clientWeight: 0: always tried first",
        "preferred 1 1 2 3 | chosen once for all connections of a process | 33.3%  C  h(3)"
            + "| affinity: preferred: all workers of a process",
        "none 5 1 2 3 | chosen at random for each connection | 33.3%  C  h(3)  channel[0] |",
        "none 10 1 2 3, none 10 4 | chosen at random for each connection"
            + "| 25.0%  C  h(4)  channel[1] |",
        "none 0 1, none 7 2 3 | always first, in this order (weight 0): | 50.0%  C  h(3)  channel[1]"
            + "| clientWeight: 0: always tried first",
      })
  void showsTheShareOfEachAddress(String entries, String how, String line, String warning)
      throws IOException {
    Execution execution = check(table(entries), "--qmgr", "*UC").ended(ExitCode.OK);
    assertThat(execution.out()).containsSubsequence(how, line);
    assertThat(execution.out().lines().filter(each -> each.startsWith("warning  channel[0].c")))
        .hasSize(warning == null ? 0 : 1)
        .allSatisfy(each -> assertThat(each).contains(warning));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none 5 1, preferred 5 2", "preferred 1 1 2, none 9 3"})
  void mixedAffinitiesAreAnError(String entries) throws IOException {
    Execution execution = check(table(entries), "--qmgr", "*UC").ended(ExitCode.USAGE);
    assertThat(execution.out())
        .contains(
            "as this host's name decides:",
            "error  channel[0].connectionManagement.affinity: differs within group 'UC'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost:1414", "$IPADDRESS", "https://qm1.example/", "${MQ_HOST}", "a(1),b(2)"})
  void aHostThatCannotBeIsAnError(String host) throws IOException {
    Execution execution =
        check(broken("\"host\": \"localhost", "\"host\": \"" + host)).ended(ExitCode.USAGE);
    assertThat(execution.out())
        .contains("error  channel[0].clientConnection.connection[0].host: '" + host + "'");
  }

  @Test
  void aTableCanBeNamedByItsUrl() throws IOException {
    String path = SAMPLES.resolve("single.json").toRealPath().toString();

    for (String url : List.of("file:" + path, "file://" + path)) {
      Execution.of("ccdt", "check", url, "--qmgr", "QM1").ended(ExitCode.OK);
    }
    Execution web = Execution.of("ccdt", "check", "http://ann:secretpw99@127.0.0.1:1/x.json");
    web.ended(ExitCode.USAGE);
    assertThat(web.complaint()).contains("only files can be checked").doesNotContain("secretpw99");
  }

  @Test
  void whatOnlyThisClientTakesIsAWarning() throws IOException {
    Execution execution = check(broken("\"clientWeight\"", "clientWeight")).ended(ExitCode.OK);
    assertThat(execution.out())
        .contains("warning  (table): is not JSON: ", "This client takes it; others")
        .doesNotContain("no mistakes found");
  }

  @Test
  void nobodyAnswersIsExitCode3() throws IOException {
    int port = freePort();
    Path file = broken("\"port\": 1414", "\"port\": " + port);

    Execution execution = check(file, "--connect").ended(ExitCode.NO_CONNECTION);
    assertThat(execution.out())
        .contains("no answer  channel[0] localhost(" + port + ") DEV.APP.SVRCONN: 2538 MQRC_");
  }

  @Test
  void errorsCountMoreThanSilence() throws IOException {
    check(broken("\"port\": 1414", "\"port\": 70000"), "--connect").ended(ExitCode.USAGE);
  }

  @ParameterizedTest
  @CsvSource({"none.json, does not exist", "'', is not a file"})
  void aFileThatCannotBeReadIsOneLine(String name, String why) {
    Execution execution = check(dir.resolve(name)).ended(ExitCode.USAGE);
    assertThat(execution.err().lines()).hasSize(1);
    assertThat(execution.complaint()).endsWith(why);
  }

  @Test
  void aBinaryTableIsRefused() throws IOException {
    Path file = Files.writeString(dir.resolve("AMQCLCHL.TAB"), "AMQR...");

    assertThat(check(file).complaint()).contains("binary table");
  }

  @Test
  void generatesWithoutAGroup() {
    Execution execution =
        Execution.of("ccdt generate --queue-managers A1..A2,B --channel C --weight 0".split(" "));

    assertThat(Ccdt.parse("new", execution.out()).queueManagers()).containsExactly("A1", "A2", "B");
    assertThat(execution.out()).contains("\"port\": 1416", "\"clientWeight\": 0");
  }

  @Test
  void overwritesOnlyWhenTold() throws IOException {
    Path file = dir.resolve("new.json");
    String[] generate = {
      "ccdt", "generate", "--queue-managers", "QM1", "--channel", "C", "--output", file.toString()
    };
    Execution.of(generate).ended(ExitCode.OK);
    Files.writeString(file, "mine");

    Execution again = Execution.of(generate).ended(ExitCode.USAGE);
    assertThat(again.complaint()).contains("new.json exists", "--force");
    assertThat(file).hasContent("mine");

    List<String> forced = new ArrayList<>(List.of(generate));
    forced.add("--force");
    Execution.of(forced.toArray(String[]::new)).ended(ExitCode.OK);
    assertThat(Ccdt.parse("new", Files.readString(file)).queueManagers()).containsExactly("QM1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--queue-managers QM1 --channel TOO.LONG.FOR.A.CHANNEL | 20 at most",
        "--queue-managers QM1 --channel A-B | not the name of a channel",
        "--queue-managers QM1 --channel C --weight 100 | Weights are 0 to 99",
        "--queue-managers QM1 --channel C --heartbeat -1 | heartbeatInterval",
        "--queue-managers QM1 --channel C --cipher any_tls12 | Did you mean ANY_TLS12?",
        "--queue-managers QM1..QM3 --channel C --base-port 65534 | 65536 is not a valid port",
        "--queue-managers QM1 --channel C --group *GRP | star",
        "--queue-managers QM2..QM1 --channel C | ends before it begins",
        "--queue-managers QM1..XX3 --channel C | the same up to the number",
        "--queue-managers QM.. --channel C | neither a queue manager name nor a range",
        "--queue-managers Q-M --channel C | neither a queue manager name nor a range",
        "--channel C | --queue-managers",
        "--queue-managers QM1 | --channel"
      })
  void wrongPlansAreOneLineAndWriteNothing(String options, String complaint) {
    Execution execution =
        Execution.of(("ccdt generate " + options.strip()).split(" ")).ended(ExitCode.USAGE);
    assertThat(execution.complaint()).startsWith("sluice: ").contains(complaint);
    assertThat(execution.out()).isEmpty();
  }

  @Test
  void withoutACommandItShowsHelp() {
    Execution execution = Execution.of("ccdt").ended(ExitCode.USAGE);
    assertThat(execution.out()).contains("check", "generate");
  }

  private static Execution check(Path file, String... options) {
    List<String> args = new ArrayList<>(List.of("ccdt", "check", file.toString()));
    args.addAll(List.of(options));
    return Execution.of(args.toArray(String[]::new));
  }

  /** A table of group UC whose entries have an affinity, a weight and ports of one host. */
  private Path table(String entries) throws IOException {
    List<String> channels = new ArrayList<>();
    for (String entry : entries.split(", ")) {
      String[] words = entry.split(" ");
      String addresses =
          Stream.of(words)
              .skip(2)
              .map(port -> "{\"host\": \"h\", \"port\": " + port + "}")
              .collect(Collectors.joining(","));
      channels.add(
          """
          {"name": "C", "type": "clientConnection",
           "clientConnection": {"connection": [%s], "queueManager": "UC"},
           "connectionManagement": {"affinity": "%s", "clientWeight": %s, "heartbeatInterval": 5,
             "sharingConversations": 1}}"""
              .formatted(addresses, words[0], words[1]));
    }
    return Files.writeString(
        dir.resolve("table.json"), "{\"channel\": [" + String.join(",", channels) + "]}");
  }

  private Path broken(String from, String to) throws IOException {
    String json = Files.readString(SAMPLES.resolve("single.json"));
    assertThat(json).contains(from);
    return Files.writeString(dir.resolve("broken.json"), json.replace(from, to));
  }

  /** The command that the samples' README gives. */
  private static String commandFor(String name) throws IOException {
    String readme = Files.readString(SAMPLES.resolve("README.md")).replaceAll(" \\\\\\R +", " ");
    Matcher matcher = COMMAND.matcher(readme);
    while (matcher.find()) {
      if (Path.of(matcher.group(2)).getFileName().toString().equals(name)) {
        return matcher.group(1);
      }
    }
    return Assertions.fail("the README gives no command for " + name);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
