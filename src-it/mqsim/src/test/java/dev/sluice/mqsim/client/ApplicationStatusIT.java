package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.pcf.PCFMessage;
import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.conversation.Immovability;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a uniform cluster says of its applications, by PCF. */
class ApplicationStatusIT {

  private static final Duration WAIT = Duration.ofSeconds(20);

  @TempDir Path directory;

  private final SimulatedCluster cluster =
      SimulatedCluster.builder().group("UC").queueManagers("QM1", "QM2").build();
  private final List<Connection> connections = new ArrayList<>();
  private Commands commands;
  private Path ccdt;

  @BeforeEach
  void start() throws Exception {
    cluster.start("QM1");
    ccdt = directory.resolve("ccdt.json");
    cluster.writeCcdt(ccdt);
    commands = new Commands(cluster, "QM1");
  }

  @AfterEach
  void close() throws Exception {
    commands.close();
    for (Connection connection : connections) {
      connection.close();
    }
    cluster.close();
  }

  private Connection connect(JmsConnectionFactory factory) throws JMSException {
    Connection connection = factory.createConnection();
    connection.start();
    connections.add(connection);
    return connection;
  }

  private JmsConnectionFactory movable() throws JMSException {
    return MqClient.throughTable(ccdt, "UC");
  }

  private List<PCFMessage> status(int type) throws Exception {
    return commands.ask(
        CMQCFC.MQCMD_INQUIRE_APPL_STATUS,
        CMQCFC.MQCACF_APPL_NAME,
        MqClient.APPLICATION,
        CMQCFC.MQIACF_APPL_INFO_TYPE,
        type);
  }

  private int ofCluster(int parameter) throws Exception {
    return status(CMQCFC.MQIACF_APPL_INFO_APPL).get(0).getIntParameterValue(parameter);
  }

  private Map<String, Integer> ofMembers(int parameter) throws Exception {
    Map<String, Integer> values = new HashMap<>();
    for (PCFMessage member : status(CMQCFC.MQIACF_APPL_INFO_QMGR)) {
      values.put(
          member.getStringParameterValue(CMQC.MQCA_Q_MGR_NAME),
          member.getIntParameterValue(parameter));
    }
    return values;
  }

  @Test
  void instancesAreCountedOverTheClusterAndAtEachMember() throws Exception {
    for (int i = 0; i < 4; i++) {
      connect(movable()).createSession(false, Session.AUTO_ACKNOWLEDGE);
    }
    assertThat(ofCluster(CMQCFC.MQIACF_APPL_COUNT)).isEqualTo(4);
    assertThat(ofCluster(CMQCFC.MQIACF_MOVABLE_APPL_COUNT)).isEqualTo(4);
    assertThat(ofMembers(CMQCFC.MQIACF_REMOTE_QMGR_ACTIVE)).isEqualTo(Map.of("QM1", 1, "QM2", 0));
    cluster.start("QM2");
    assertThat(ofCluster(CMQCFC.MQIACF_BALANCED)).isEqualTo(CMQCFC.MQBALANCED_NO);
    assertThat(ofMembers(CMQCFC.MQIACF_APPL_COUNT)).isEqualTo(Map.of("QM1", 4, "QM2", 0));
    assertThat(ofMembers(CMQCFC.MQIACF_BALSTATE))
        .isEqualTo(Map.of("QM1", CMQCFC.MQBALSTATE_HIGH, "QM2", CMQCFC.MQBALSTATE_LOW));
    cluster.balanceNow();
    Map<String, Integer> even = Map.of("QM1", 2, "QM2", 2);
    assertThat(Eventually.holds(WAIT, () -> ofMembers(CMQCFC.MQIACF_APPL_COUNT).equals(even)))
        .isTrue();
    assertThat(ofCluster(CMQCFC.MQIACF_BALANCED)).isEqualTo(CMQCFC.MQBALANCED_YES);
  }

  private int reason() throws Exception {
    return reasons().get(0);
  }

  private List<Integer> reasons() throws Exception {
    List<Integer> reasons = new ArrayList<>();
    for (PCFMessage instance : status(CMQCFC.MQIACF_APPL_INFO_LOCAL)) {
      reasons.add(instance.getIntParameterValue(CMQCFC.MQIACF_APPL_IMMOVABLE_REASON));
    }
    return reasons;
  }

  @Test
  void aClientThatDoesNotReconnectCannotBeMoved() throws Exception {
    connect(MqClient.to(cluster, "QM1"));
    assertThat(reason()).isEqualTo(CMQCFC.MQIMMREASON_NOT_RECONNECTABLE);
    assertThat(ofCluster(CMQCFC.MQIACF_BALANCED)).isEqualTo(CMQCFC.MQBALANCED_NOT_APPLICABLE);
  }

  @Test
  void aClientThatIsAskedToGoWhereItsTableDoesNotLeadStays() throws Exception {
    Path own =
        Files.writeString(
            directory.resolve("own.json"),
            cluster
                .ccdt()
                .replace("\"QM2\"", "\"QM3\"")
                .replace("\"port\": " + cluster.port("QM2"), "\"port\": " + cluster.port("QM1")));
    for (int i = 0; i < 2; i++) {
      connect(MqClient.throughTable(own, "UC")).createSession(false, Session.AUTO_ACKNOWLEDGE);
    }
    cluster.start("QM2");
    cluster.balanceNow();
    assertThat(Eventually.holds(WAIT, () -> reasons().contains(CMQCFC.MQIMMREASON_NO_REDIRECT)))
        .isTrue();
  }

  @Test
  void eachReasonCanBeHad() throws Exception {
    connect(movable());
    for (Immovability each : Immovability.values()) {
      assertThat(cluster.hold(MqClient.APPLICATION, each)).isEqualTo(1);
      assertThat(reason()).isEqualTo(CMQCFC.class.getField("MQIMMREASON_" + each).get(null));
      assertThat(ofCluster(CMQCFC.MQIACF_MOVABLE_APPL_COUNT))
          .isEqualTo(each == Immovability.NONE ? 1 : 0);
    }
  }

  @Test
  void anOpenUnitOfWorkHoldsAMoveUpUnlessItIsIgnored() throws Exception {
    for (int options : new int[] {0, WMQConstants.WMQ_BALANCING_OPTIONS_IGNORE_TRANSACTIONS}) {
      JmsConnectionFactory factory = movable();
      factory.setIntProperty(WMQConstants.WMQ_BALANCING_OPTIONS, options);
      try (Connection connection = factory.createConnection()) {
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        assertThat(reason()).isEqualTo(CMQCFC.MQIMMREASON_NONE);
        session.createProducer(session.createQueue("Q")).send(session.createMessage());
        assertThat(reason())
            .isEqualTo(options == 0 ? CMQCFC.MQIMMREASON_IN_TRANSACTION : CMQCFC.MQIMMREASON_NONE);
        session.commit();
        assertThat(reason()).isEqualTo(CMQCFC.MQIMMREASON_NONE);
      }
    }
  }

  @Test
  void aRequesterIsNotMovedBeforeItsReplyComesOrItsRequestExpires() throws Exception {
    JmsConnectionFactory factory = movable();
    factory.setIntProperty(
        WMQConstants.WMQ_BALANCING_APPLICATION_TYPE,
        WMQConstants.WMQ_BALANCING_APPLICATION_TYPE_REQUEST_REPLY);
    factory.setIntProperty(WMQConstants.WMQ_BALANCING_TIMEOUT, 7);
    Session session = connect(factory).createSession(false, Session.AUTO_ACKNOWLEDGE);
    PCFMessage local = status(CMQCFC.MQIACF_APPL_INFO_LOCAL).get(0);
    assertThat(local.getIntParameterValue(CMQCFC.MQIACF_BALANCING_TYPE))
        .isEqualTo(CMQC.MQBNO_BALTYPE_REQREP);
    assertThat(local.getIntParameterValue(CMQCFC.MQIACF_BALANCING_TIMEOUT)).isEqualTo(7);
    MessageProducer producer = session.createProducer(session.createQueue("Q"));
    producer.send(session.createMessage());
    assertThat(reason()).isEqualTo(CMQCFC.MQIMMREASON_AWAITS_REPLY);
    session.createConsumer(session.createQueue("Q")).receive(MqClient.RECEIVE_MILLIS);
    assertThat(reason()).isEqualTo(CMQCFC.MQIMMREASON_NONE);
    producer.setTimeToLive(200);
    producer.send(session.createMessage());
    assertThat(Eventually.holds(WAIT, () -> reason() == CMQCFC.MQIMMREASON_NONE)).isTrue();
  }
}
