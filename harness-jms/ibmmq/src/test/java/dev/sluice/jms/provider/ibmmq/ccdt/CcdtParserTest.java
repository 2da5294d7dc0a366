package dev.sluice.jms.provider.ibmmq.ccdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.ibm.mq.MQException;
import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.jms.JmsFactoryFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The reader refuses what the real client refuses, says where, and takes what it takes. */
class CcdtParserTest {

  private static final int CLIENT_CONN_ERROR = 2278;
  private static final int HOST_NOT_AVAILABLE = 2538;

  @TempDir Path dir;

  static Stream<Arguments> refused() {
    return Stream.of(
        arguments("[]", "(table)", "is not JSON"),
        arguments("{", "(table)", "is not JSON"),
        arguments("{\"channel\": [], \"channel\": []}", "(table)", "Duplicate key"),
        arguments("{}", "channel", "is missing"),
        arguments("{\"channel\": {}}", "channel", "must be an array"),
        arguments("{\"channel\": []}", "channel", "is empty"),
        arguments("{\"channel\": [1]}", "channel[0]", "must be an object"),
        arguments(
            Tables.of(Tables.named("G", 1)).replace("{\"channel\"", "{\"$schema\": 1, \"channel\""),
            "$schema",
            "does not know this key"),
        arguments(Tables.with("\"comment\": 1"), "channel[0].comment", "Known here: "),
        arguments(
            Tables.of(Tables.named("G", 1), Tables.named("G", 1).replace("\"name\"", "\"Name\"")),
            "channel[1].Name",
            "Did you mean name?"),
        arguments(
            Tables.of(Tables.named("G", 1).replace("\"name\": \"A\",", "")),
            "channel[0].name",
            "is missing"),
        arguments(
            Tables.of(Tables.named("G", 1).replace("\"type\": \"clientConnection\",", "")),
            "channel[0].type",
            "is missing"),
        arguments(
            Tables.of(Tables.named("G", 1).replace(": \"client", ": \"server")),
            "channel[0].type",
            "must be clientConnection"),
        arguments(
            Tables.of(Tables.named("G", 1).replace("\"A\"", "\"A23456789012345678901\"")),
            "channel[0].name",
            "has 21 characters; 20 at most"),
        arguments(
            Tables.connectedBy("\"connection\": []"),
            "channel[0].clientConnection.queueManager",
            "is missing"),
        arguments(
            Tables.connectedBy("\"queueManager\": \"G\""),
            "channel[0].clientConnection.connection",
            "is missing"),
        arguments(
            Tables.connectedBy("\"connection\": [], \"queueManager\": 1"),
            "channel[0].clientConnection.queueManager",
            "must be a string, not 1"),
        arguments(
            Tables.connectedBy("\"connection\": [{\"port\": \"1414\"}], \"queueManager\": \"G\""),
            "channel[0].clientConnection.connection[0].port",
            "must be a whole number, not \"1414\". Leave the quotes out"),
        arguments(
            Tables.connectedBy("\"connection\": [{\"port\": 1.0}], \"queueManager\": \"G\""),
            "channel[0].clientConnection.connection[0].port",
            "must be a whole number"),
        arguments(
            Tables.connectedBy(
                "\"connection\": [{\"port\": 99999999999}], \"queueManager\": \"G\""),
            "channel[0].clientConnection.connection[0].port",
            "must be a whole number"),
        arguments(
            Tables.connectedBy("\"connection\": [{}, {\"hots\": \"x\"}], \"queueManager\": \"G\""),
            "channel[0].clientConnection.connection[1].hots",
            "Did you mean host?"),
        arguments(
            Tables.with("\"connectionManagement\": null"),
            "channel[0].connectionManagement",
            "must be an object"),
        arguments(
            Tables.with("\"connectionManagement\": {\"affinity\": \"NONE\"}"),
            "channel[0].connectionManagement.affinity",
            "must be one of none, preferred, not \"NONE\". Did you mean none?"),
        arguments(
            Tables.with("\"connectionManagement\": {\"clientwieght\": 1}"),
            "channel[0].connectionManagement.clientwieght",
            "Did you mean clientWeight?"),
        arguments(
            Tables.with("\"connectionManagement\": {\"clientWeight\": \"1\"}"),
            "channel[0].connectionManagement.clientWeight",
            "Leave the quotes out"),
        arguments(
            Tables.with("\"connectionManagement\": {\"defaultReconnect\": \"qmgr\"}"),
            "channel[0].connectionManagement.defaultReconnect",
            "no, yes, queueManager, disabled"),
        arguments(
            Tables.with("\"connectionManagement\": {\"keepAliveInterval\": \"auto\"}"),
            "channel[0].connectionManagement.keepAliveInterval",
            "must be a whole number"),
        arguments(
            Tables.with(
                "\"connectionManagement\": {\"localAddress\": [{\"host\": \"127.0.0.1\", \"port\":"
                    + " 1, \"portRange\": {\"low\": 1, \"high\": 2}}]}"),
            "channel[0].connectionManagement.localAddress[0]",
            "has both port and portRange"),
        arguments(
            Tables.with("\"general\": {\"maximumMessageLength\": \"1\"}"),
            "channel[0].general.maximumMessageLength",
            "must be a whole number"),
        arguments(
            Tables.with("\"general\": {\"description\": \"" + "d".repeat(65) + "\"}"),
            "channel[0].general.description",
            "has 65 characters"),
        arguments(
            Tables.with(
                "\"transmissionSecurity\": {\"cipherSpecification\":"
                    + " \"TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384\"}"),
            "channel[0].transmissionSecurity.cipherSpecification",
            "has 37 characters; 32 at most"),
        arguments(
            Tables.with("\"compression\": {\"header\": [\"any\"]}"),
            "channel[0].compression.header[0]",
            "must be one of none, system"),
        arguments(
            Tables.with("\"compression\": {\"message\": [\"none\", \"zlibFast\"]}"),
            "channel[0].compression.message[1]",
            "Did you mean zlibfast?"),
        arguments(
            Tables.with("\"exits\": {\"message\": []}"),
            "channel[0].exits.message",
            "does not know this key"),
        arguments(
            Tables.with("\"timestamps\": {\"created\": \"x\"}"),
            "channel[0].timestamps.created",
            "does not know this key"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void saysWhereTheClientWouldRefuse(String json, String place, String message) throws Exception {
    CcdtParser.ParsedTable parsed = CcdtParser.parse("t.json", json);

    assertThat(parsed.table()).isEmpty();
    assertThat(parsed.findings().stream().map(CcdtFinding::line))
        .anySatisfy(line -> assertThat(line).startsWith(place + ": ").contains(message));
    assertThat(reasonOfClient(json)).isEqualTo(CLIENT_CONN_ERROR);
  }

  static Stream<String> taken() {
    return Stream.of(
        Tables.of(Tables.named("G", 1)),
        Tables.of(Tables.named(" G ", 1)),
        Tables.connectedBy("\"connection\": [{\"port\": -1}], \"queueManager\": \"G\""),
        Tables.connectedBy("\"connection\": [], \"queueManager\": \"G\""),
        Tables.with("\"connectionManagement\": {}"),
        Tables.with(
            "\"connectionManagement\": {\"affinity\": \"none\", \"clientWeight\": 200,"
                + " \"defaultReconnect\": \"queueManager\", \"disconnectInterval\": 0,"
                + " \"heartbeatInterval\": 5, \"keepAliveInterval\": -1, \"localAddress\": [{\"host\":"
                + " \"127.0.0.1\", \"portRange\": {\"low\": 30000, \"high\": 30100}}],"
                + " \"sharingConversations\": 1}"),
        Tables.with(
            "\"general\": {\"description\": \""
                + "d".repeat(64)
                + "\", \"maximumMessageLength\": 104857600}"),
        Tables.with("\"transmissionSecurity\": {\"cipherSpecification\": \"ANY_TLS12_OR_HIGHER\"}"),
        Tables.with("\"transmissionSecurity\": {\"certificatePeerName\": \"CN=x\"}"),
        Tables.with(
            "\"compression\": {\"header\": [\"system\"], \"message\": [\"lz4high\", \"rle\"]}"),
        Tables.with("\"exits\": {\"security\": {}, \"send\": [], \"receive\": []}"),
        Tables.with("\"timestamps\": {\"altered\": \"2026-01-01T00:00:00.000Z\"}"));
  }

  @ParameterizedTest
  @MethodSource("taken")
  void takesWhatTheClientTakes(String json) throws Exception {
    assertThat(CcdtParser.parse("t.json", json).findings()).isEmpty();
    assertThat(reasonOfClient(json)).isEqualTo(HOST_NOT_AVAILABLE);
  }

  /** Tables that the client takes although they are not JSON. */
  static Stream<String> tolerated() {
    String table = Tables.of(Tables.named("G", 1));
    return Stream.of(
        table + " trailing",
        table.replace('"', '\''),
        table.replaceAll("\"(\\w+)\":", "$1:"),
        table.replace(',', ';'),
        table.replace("}]}", "},]}"));
  }

  @ParameterizedTest
  @MethodSource("tolerated")
  void warnsOfWhatOnlyThisClientTakes(String json) throws Exception {
    CcdtParser.ParsedTable parsed = CcdtParser.parse("t.json", json);

    assertThat(parsed.table()).isPresent();
    assertThat(parsed.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(CcdtFinding.Severity.WARNING);
              assertThat(finding.message()).startsWith("is not JSON: ");
            });
    assertThat(reasonOfClient(json)).isEqualTo(HOST_NOT_AVAILABLE);
  }

  @Test
  void refusesAChannelOfWhichTheClientDies() throws Exception {
    String json = Tables.of("{\"name\": \"A\", \"type\": \"clientConnection\"}");

    assertThat(CcdtParser.parse("t.json", json).findings())
        .extracting(CcdtFinding::place)
        .containsExactly("channel[0].clientConnection");
    assertThat(reasonOfClient(json)).isZero();
  }

  @Test
  void reportsAllErrorsAtOnce() {
    String json =
        Tables.of(
            Tables.managed("A", 1, "\"affinity\": \"x\", \"y\": 1"),
            Tables.managed("A", 1, "\"clientWeight\": true"));

    assertThat(CcdtParser.parse("t.json", json).findings())
        .extracting(CcdtFinding::place)
        .containsExactlyInAnyOrder(
            "channel[0].connectionManagement.affinity",
            "channel[0].connectionManagement.y",
            "channel[1].connectionManagement.clientWeight");
  }

  @Test
  void fillsInTheClientsDefaults() {
    String json = Tables.connectedBy("\"connection\": [{\"host\": \"h\"}], \"queueManager\": \"\"");

    CcdtEntry entry = Ccdt.parse("t.json", json).entries().get(0);

    assertThat(entry.addresses()).containsExactly(new CcdtEntry.Address("h", 1414));
    assertThat(entry.effectiveWeight()).isZero();
    assertThat(entry.effectiveAffinity()).isEqualTo(CcdtEntry.Affinity.PREFERRED);
  }

  /** The reason with which the client does not connect; nothing listens at the ports used here. */
  private int reasonOfClient(String json) throws IOException, JMSException {
    Path file = Files.writeString(dir.resolve("table.json"), json);
    JmsConnectionFactory factory =
        JmsFactoryFactory.getInstance(WMQConstants.JAKARTA_WMQ_PROVIDER).createConnectionFactory();
    factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
    factory.setStringProperty(WMQConstants.WMQ_CCDTURL, file.toUri().toString());
    factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, "*G");
    Throwable failure = catchThrowable(factory::createConnection);
    assertThat(failure).isNotNull();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof MQException mq) {
        return mq.getReason();
      }
    }
    return 0;
  }
}
