package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.pcf.PCFMessage;
import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the client is told of rights: 2035 wherever one is missing. */
class RightsIT {

  private static final int NOT_AUTHORIZED = 2035;

  private final SimulatedCluster cluster =
      SimulatedCluster.builder()
          .queueManagers("QM1")
          .secure()
          .queues(new QueueDefinitions(QueueDefinition.DEFAULT, true, Map.of()))
          .build();

  @BeforeEach
  void start() {
    cluster.start("QM1");
    mqsc("DEFINE QLOCAL(IN)\nDEFINE QLOCAL(OUT)\nDEFINE CHANNEL(PERF) CHLTYPE(SVRCONN)");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private void mqsc(String commands) {
    cluster.mqsc("QM1", commands);
  }

  private void grant() {
    mqsc(
        """
        ALTER CHANNEL(PERF) CHLTYPE(SVRCONN) MCAUSER('perf')
        SET AUTHREC OBJTYPE(QMGR) GROUP('perf') AUTHADD(CONNECT,INQ,DSP)
        SET AUTHREC PROFILE(IN) OBJTYPE(QUEUE) GROUP('perf') AUTHADD(GET,BROWSE,INQ)
        SET AUTHREC PROFILE(OUT) OBJTYPE(QUEUE) GROUP('perf') AUTHADD(PUT)
        SET AUTHREC PROFILE(SYSTEM.DEFAULT.MODEL.QUEUE) OBJTYPE(QUEUE) GROUP('perf') +
            AUTHADD(PUT,GET,BROWSE,INQ)
        """);
  }

  private Connection connect(String user, String password) throws JMSException {
    return connect("PERF", user, password);
  }

  private Connection connect(String channel, String user, String password) throws JMSException {
    JmsConnectionFactory factory = MqClient.to(cluster, "QM1");
    factory.setStringProperty(WMQConstants.WMQ_CHANNEL, channel);
    Connection connection =
        user.isEmpty() ? factory.createConnection() : factory.createConnection(user, password);
    connection.start();
    return connection;
  }

  private static void assertNotAuthorized(ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).isNotNull();
    assertThat(MqClient.reasonOf(thrown)).isEqualTo(NOT_AUTHORIZED);
  }

  @Test
  void nobodyConnectsWithoutAUserOfTheChannelOrARight() throws JMSException {
    assertNotAuthorized(() -> connect("", ""));
    assertNotAuthorized(() -> connect("mqm", "any"));
    grant();
    connect("", "").close();
  }

  @Test
  void whatWasGrantedIsAllowedAndNothingElse() throws JMSException {
    grant();
    try (Connection connection = connect("", "")) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      session.createProducer(session.createQueue("OUT")).send(session.createTextMessage("x"));
      assertThat(session.createConsumer(session.createQueue("IN")).receiveNoWait()).isNull();
      assertNotAuthorized(() -> session.createProducer(session.createQueue("IN")));
      assertNotAuthorized(() -> session.createConsumer(session.createQueue("OUT")));
      assertNotAuthorized(
          () ->
              session
                  .createProducer(null)
                  .send(session.createQueue("IN"), session.createMessage()));
      assertNotAuthorized(() -> session.createProducer(session.createTopic("T")));
      assertNotAuthorized(() -> session.createConsumer(session.createTopic("T")));
    }
  }

  @Test
  void aTemporaryQueueIsItsMakersOwn() throws JMSException {
    grant();
    try (Connection connection = connect("", "")) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue replies = session.createTemporaryQueue();
      session.createProducer(replies).send(session.createTextMessage("reply"));
      TextMessage reply =
          (TextMessage) session.createConsumer(replies).receive(MqClient.RECEIVE_MILLIS);
      assertThat(reply.getText()).isEqualTo("reply");
    }
  }

  @Test
  void aUserWithAPasswordHasRightsOfItsOwn() throws JMSException {
    grant();
    assertNotAuthorized(() -> connect("joe", "any"));
    mqsc("SET AUTHREC OBJTYPE(QMGR) GROUP('joe') AUTHADD(CONNECT,INQ)");
    try (Connection connection = connect("joe", "any")) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      assertNotAuthorized(() -> session.createConsumer(session.createQueue("IN")));
    }
  }

  @Test
  void aTopicObjectOrAnAliasHasRightsOfItsOwn() throws JMSException {
    grant();
    mqsc(
        """
        DEFINE TOPIC(SHOP.EVENTS) TOPICSTR('shop/')
        SET AUTHREC PROFILE('SHOP.**') PRINCIPAL('perf') OBJTYPE(TOPIC) AUTHADD(PUB,SUB)
        DEFINE QALIAS(TO.IN) TARGET(IN)
        SET AUTHREC PROFILE(TO.IN) GROUP('perf') OBJTYPE(QUEUE) AUTHADD(PUT)
        """);
    try (Connection connection = connect("", "")) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      session.createConsumer(session.createTopic("shop/#"));
      session.createProducer(session.createTopic("shop/7")).send(session.createMessage());
      assertNotAuthorized(() -> session.createProducer(session.createTopic("shops")));
      session.createProducer(session.createQueue("TO.IN")).send(session.createMessage());
      assertNotAuthorized(() -> session.createProducer(session.createQueue("IN")));
    }
  }

  @Test
  void whoAsksAboutObjectsMustHaveTheRightToDisplayThem() throws Exception {
    grant();
    mqsc(
        """
        SET AUTHREC PROFILE(SYSTEM.ADMIN.COMMAND.QUEUE) OBJTYPE(QUEUE) GROUP('perf') AUTHADD(PUT,INQ)
        SET AUTHREC PROFILE(IN) OBJTYPE(QUEUE) GROUP('perf') AUTHADD(DSP)
        """);
    try (Commands commands = new Commands(cluster, "QM1", "PERF")) {
      List<String> seen = new ArrayList<>();
      for (PCFMessage status : commands.ask(CMQCFC.MQCMD_INQUIRE_Q_STATUS, CMQC.MQCA_Q_NAME, "*")) {
        seen.add(status.getStringParameterValue(CMQC.MQCA_Q_NAME).strip());
      }
      assertThat(seen).hasSize(2).contains("IN"); // the other one is its own, for the answers
      for (int command : new int[] {CMQCFC.MQCMD_INQUIRE_Q_STATUS, CMQCFC.MQCMD_RESET_Q_STATS}) {
        PCFMessage about = new PCFMessage(command);
        boolean status = command == CMQCFC.MQCMD_INQUIRE_Q_STATUS;
        about.addParameter(CMQC.MQCA_Q_NAME, status ? "OUT" : "IN");
        commands.assertFails(about, NOT_AUTHORIZED);
      }
    }
  }

  /** The files that make queue managers of studies; those of the others are played as a whole. */
  @ParameterizedTest
  @CsvSource({
    "e1-uniform-cluster/uniclus.mqsc, PERF.APP.CHL, REQUEST1",
    "e2-request-reply-sweep/queues.mqsc e2-request-reply-sweep/client-tls.mqsc, SYSTEM.DEF.SVRCONN, REPLY10"
  })
  void applicationsOfAStudyHaveTheRightsThatTheyNeed(String files, String channel, String queue)
      throws JMSException, IOException {
    Path config = Path.of(System.getProperty("basedir", ".")).resolve("../../config");
    for (String file : files.split(" ")) {
      cluster.configure("QM1", Files.readString(config.resolve(file)));
    }
    try (Connection connection = connect(channel, "", "")) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue itsQueue = session.createQueue(queue);
      session.createProducer(itsQueue).send(session.createTextMessage("x"));
      assertThat(session.createConsumer(itsQueue).receive(MqClient.RECEIVE_MILLIS)).isNotNull();
    }
  }
}
