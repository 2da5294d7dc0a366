package dev.sluice.jms.provider.ibmmq.ccdt;

import static dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding.Severity.ADVICE;
import static dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding.Severity.ERROR;
import static dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding.Severity.WARNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding.Severity;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute.RequestedQueueManager;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CcdtLintTest {

  private static final String GOOD =
      "\"affinity\": \"none\", \"clientWeight\": 1, \"heartbeatInterval\": 10,"
          + " \"sharingConversations\": 1";

  private static final String MANAGEMENT = "channel[0].connectionManagement.";

  private static final CcdtLint LINT = new CcdtLint(Set.of("ANY_TLS12", "ANY_TLS12_OR_HIGHER"));

  static Stream<Arguments> entries() {
    return Stream.of(
        arguments(changed("1, \"h", "100, \"h"), ERROR, MANAGEMENT + "clientWeight", "0 to 99"),
        arguments(changed("1, \"h", "-1, \"h"), ERROR, MANAGEMENT + "clientWeight", "-1"),
        arguments(changed("10", "61"), WARNING, MANAGEMENT + "heartbeatInterval", "after 121 s"),
        arguments(changed("10", "0"), WARNING, MANAGEMENT + "heartbeatInterval", "off"),
        arguments(changed("10", "-1"), ERROR, MANAGEMENT + "heartbeatInterval", "-1"),
        arguments(
            changed("\"heartbeatInterval\": 10,", ""),
            WARNING,
            MANAGEMENT + "heartbeatInterval",
            "is missing, which means 300 s"),
        arguments(
            changed("ons\": 1", "ons\": 10"), ADVICE, MANAGEMENT + "sharingConversations", "is 10"),
        arguments(
            changed("ons\": 1", "ons\": 0"),
            WARNING,
            MANAGEMENT + "sharingConversations",
            "no automatic reconnection"),
        arguments(
            changed("ons\": 1", "ons\": -1"), ERROR, MANAGEMENT + "sharingConversations", "-1"),
        arguments(
            changed(", \"sharingConversations\": 1", ""),
            ADVICE,
            MANAGEMENT + "sharingConversations",
            "is missing, which means 10"),
        arguments(
            single().replace(": 1}]", ": 65536}]"),
            ERROR,
            "channel[0].clientConnection.connection[0].port",
            "65536 is not a valid port"),
        arguments(
            single().replace(": 1}]", ": 0}]"),
            ERROR,
            "channel[0].clientConnection.connection[0].port",
            "0 is not a valid port"),
        arguments(
            single().replace("127.0.0.1", ""),
            ERROR,
            "channel[0].clientConnection.connection[0].host",
            "'' is not a host"),
        arguments(
            single().replace("{\"host\": \"127.0.0.1\", \"port\": 1}", ""),
            ERROR,
            "channel[0].clientConnection.connection",
            "is empty"),
        arguments(
            single().replace("\"G\"", "\"*G\""),
            ERROR,
            "channel[0].clientConnection.queueManager",
            "Write 'G'"),
        arguments(
            single().replace("\"G\"", "\"Q M\""),
            ERROR,
            "channel[0].clientConnection.queueManager",
            "not the name of a queue manager"),
        arguments(
            single().replace("\"A\"", "\"A-B\""),
            ERROR,
            "channel[0].name",
            "not the name of a channel"),
        arguments(
            plus("\"general\": {\"maximumMessageLength\": 104857601}"),
            ERROR,
            "channel[0].general.maximumMessageLength",
            "out of range"),
        arguments(
            plus("\"general\": {\"maximumMessageLength\": 1024}"),
            ADVICE,
            "channel[0].general.maximumMessageLength",
            "more than 1024 bytes"),
        arguments(
            plus("\"transmissionSecurity\": {\"cipherSpecification\": \"any_tls12\"}"),
            ERROR,
            "channel[0].transmissionSecurity.cipherSpecification",
            "Did you mean ANY_TLS12?"),
        arguments(
            plus("\"transmissionSecurity\": {\"certificateLabel\": \"app\"}"),
            ERROR,
            "channel[0].transmissionSecurity.cipherSpecification",
            "fail with 2596"),
        arguments(
            plus("\"transmissionSecurity\": {\"cipherSpecification\": \"ROT13\"}"),
            ERROR,
            "channel[0].transmissionSecurity.cipherSpecification",
            "fails with 2393"),
        arguments(
            plus("\"transmissionSecurity\": {\"cipherSpecification\": \"ECDHE_RSA_NULL_SHA256\"}"),
            WARNING,
            "channel[0].transmissionSecurity.cipherSpecification",
            "is weak"));
  }

  @ParameterizedTest
  @MethodSource("entries")
  void looksAtEveryEntry(String json, Severity severity, String place, String message) {
    assertThat(findings(json))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(severity);
              assertThat(finding.place()).isEqualTo(place);
              assertThat(finding.line()).contains(message);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://qm1.apps.example/ | :",
        "127.0.0.1:15101           | :",
        "$IPADDRESS                | $",
        "${MQ_HOST}                | $",
        "{{ .Values.host }}        | {",
        "%MQ_HOST%                 | %",
        "h(1414)                   | (",
        "h(1414),i(1414)           | (",
        "[127.0.0.1]               | [",
      })
  void aHostThatCannotBeIsAnError(String host, String character) {
    assertThat(findings(single().replace("127.0.0.1", host)))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(ERROR);
              assertThat(finding.place())
                  .isEqualTo("channel[0].clientConnection.connection[0].host");
              assertThat(finding.message())
                  .isEqualTo("'" + host + "' is not a host: no host has " + character);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mq1",
        "mq_1.svc-a.cluster.local",
        "::1",
        "[::1]",
        "fe80::1%eth0",
        "::ffff:10.0.0.7",
        "hôte"
      })
  void aHostThatCanBeIsRight(String host) {
    assertThat(findings(single().replace("127.0.0.1", host))).isEmpty();
  }

  @Test
  void hasNothingToSayAboutAGoodEntry() {
    assertThat(findings(single())).isEmpty();
    assertThat(findings(plus("\"transmissionSecurity\": {\"cipherSpecification\": \"ANY_TLS12\"}")))
        .isEmpty();
  }

  @Test
  void hasNothingToSayAboutAGoodGroup() {
    assertThat(findings(group(GOOD, GOOD))).isEmpty();
  }

  @Test
  void warnsOfAWeightThatBeatsAllOthers() {
    assertThat(findings(group(GOOD.replace(": 1, \"h", ": 0, \"h"), GOOD)))
        .extracting(CcdtFinding::line)
        .singleElement()
        .asString()
        .startsWith(MANAGEMENT + "clientWeight: 0: always tried first")
        .contains("group 'G'", "127.0.0.1(1)");
  }

  @Test
  void warnsOfAMissingWeightAsOfNone() {
    String without = GOOD.replace("\"clientWeight\": 1,", "");

    assertThat(findings(group(without, without)))
        .extracting(CcdtFinding::line)
        .singleElement()
        .asString()
        .contains("clientWeight: is missing, which means 0");
  }

  @Test
  void warnsOfOneQueueManagerForAllWorkersOfAProcess() {
    String preferred = GOOD.replace("none", "preferred");
    String missing = GOOD.replace("\"affinity\": \"none\",", "");

    assertThat(findings(group(preferred, preferred)))
        .extracting(CcdtFinding::line)
        .singleElement()
        .asString()
        .startsWith(MANAGEMENT + "affinity: preferred: all workers of a process");
    assertThat(findings(group(missing, missing)))
        .extracting(CcdtFinding::message)
        .singleElement()
        .asString()
        .startsWith("is missing, which means preferred");
  }

  @Test
  void differentAffinitiesAreAnError() {
    assertThat(findings(group(GOOD.replace("none", "preferred"), GOOD)))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(ERROR);
              assertThat(finding.place()).isEqualTo(MANAGEMENT + "affinity");
              assertThat(finding.message())
                  .contains("differs within group 'G'", "this host's name");
            });
  }

  /** The order is that of channel names and of the table, whatever the affinities. */
  @Test
  void differentAffinitiesMeanNothingWhereNothingIsDrawn() {
    String first = GOOD.replace(": 1, \"h", ": 0, \"h");

    assertThat(findings(group(first.replace("none", "preferred"), first)))
        .extracting(CcdtFinding::severity)
        .containsExactly(WARNING);
  }

  /** Of one entry with two addresses: it depends on what is asked for. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*G | 1, \"h | 0, \"h  | clientWeight: 0: always tried first",
        "*G | none   | preferred | affinity: preferred: all workers of a process go to one",
        "G  | 1, \"h | 0, \"h  |",
        "G  | none   | preferred |",
        "*G | none   | none      |"
      })
  void warnsOfOneAddressForAllWhereAGroupIsAskedFor(
      String asked, String from, String to, String warning) {
    Ccdt table =
        Ccdt.parse("t.json", single().replace("1}]", "1}, {\"host\": \"h\"}]").replace(from, to));
    List<CcdtRoute> routes = List.of(CcdtRoute.of(table, RequestedQueueManager.of(asked)));

    assertThat(LINT.findings(table, routes).stream().map(CcdtFinding::line))
        .hasSize(warning == null ? 0 : 1)
        .allSatisfy(line -> assertThat(line).startsWith(MANAGEMENT + warning));
  }

  @Test
  void warnsOfAMemberThatAUniformClusterCannotName() {
    String json =
        Tables.of(
            Tables.managed("A", 1, GOOD),
            Tables.managed("A", 2, GOOD),
            Tables.managed("A", 2, GOOD).replace("\"G\"", "\"QM2\""));

    assertThat(findings(json))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.place()).isEqualTo("channel[0]");
              assertThat(finding.message()).contains("no other entry has the real name");
            });
  }

  @Test
  void warnsOfTheSameEntryTwice() {
    assertThat(findings(Tables.of(Tables.managed("A", 1, GOOD), Tables.managed("A", 1, GOOD))))
        .extracting(CcdtFinding::line)
        .containsExactly(
            "channel[1]: has channel, queue manager and addresses of channel[0]. Remove "
                + "one; use weights instead");
  }

  @Test
  void tellsTheWorstFirst() {
    assertThat(findings(Tables.of(Tables.managed("A", 70_000, ""))))
        .extracting(CcdtFinding::severity)
        .containsExactly(ERROR, WARNING, ADVICE);
  }

  private static List<CcdtFinding> findings(String json) {
    Ccdt table = Ccdt.parse("t.json", json);
    return LINT.findings(
        table,
        table.queueManagers().stream()
            .map(name -> CcdtRoute.of(table, RequestedQueueManager.of("*" + name)))
            .toList());
  }

  private static String single() {
    return Tables.of(Tables.managed("A", 1, GOOD));
  }

  private static String changed(String from, String to) {
    assertThat(GOOD).contains(from);
    return Tables.of(Tables.managed("A", 1, GOOD.replace(from, to)));
  }

  private static String plus(String members) {
    return single().replace("\"type\"", members + ", \"type\"");
  }

  /** Two queue managers with their own names, too. */
  private static String group(String first, String second) {
    return Tables.of(
        Tables.managed("A", 1, first),
        Tables.managed("B", 2, second),
        Tables.managed("A", 1, first).replace("\"G\"", "\"QM1\""),
        Tables.managed("B", 2, second).replace("\"G\"", "\"QM2\""));
  }
}
