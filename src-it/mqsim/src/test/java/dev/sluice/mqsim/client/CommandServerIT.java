package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.constants.CMQXC;
import com.ibm.mq.headers.pcf.MQCFH;
import com.ibm.mq.headers.pcf.PCFMessage;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commands in PCF, as IBM's agent sends and reads them. */
class CommandServerIT {

  @RegisterExtension static final QueueManagerFixture QM = new QueueManagerFixture();

  private Commands commands;

  @BeforeEach
  void connect() throws Exception {
    commands = new Commands(QM.cluster(), "QM1");
  }

  @AfterEach
  void disconnect() throws Exception {
    commands.close();
  }

  @Test
  void theQueueManagerRuns() throws Exception {
    assertThat(commands.send(new PCFMessage(CMQCFC.MQCMD_PING_Q_MGR))).hasSize(1);
    PCFMessage status = commands.send(new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q_MGR_STATUS)).get(0);
    assertThat(status.getStringParameterValue(CMQC.MQCA_Q_MGR_NAME)).isEqualTo("QM1");
    assertThat(status.getIntParameterValue(CMQCFC.MQIACF_Q_MGR_STATUS))
        .isEqualTo(CMQCFC.MQQMSTA_RUNNING);
    int connections = status.getIntParameterValue(CMQCFC.MQIACF_CONNECTION_COUNT);
    QM.session();
    status = commands.send(new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q_MGR_STATUS)).get(0);
    assertThat(status.getIntParameterValue(CMQCFC.MQIACF_CONNECTION_COUNT))
        .isEqualTo(connections + 2);
    assertThat(status.getStringParameterValue(CMQCFC.MQCACF_Q_MGR_START_DATE))
        .matches("\\d{4}-\\d\\d-\\d\\d");
  }

  @Test
  void aQueueIsDescribedAndItsCountsAreReset() throws Exception {
    Session session = QM.transactedSession();
    MessageProducer producer = session.createProducer(session.createQueue(QM.queueName()));
    for (int i = 0; i < 3; i++) {
      producer.send(session.createTextMessage("x"));
    }
    PCFMessage status = status();
    assertThat(status.getIntParameterValue(CMQC.MQIA_CURRENT_Q_DEPTH)).isEqualTo(3);
    assertThat(status.getIntParameterValue(CMQCFC.MQIACF_UNCOMMITTED_MSGS)).isEqualTo(3);
    assertThat(status.getIntParameterValue(CMQC.MQIA_OPEN_OUTPUT_COUNT)).isEqualTo(1);
    assertThat(status.getIntListParameterValue(CMQCFC.MQIACF_Q_TIME_INDICATOR))
        .containsExactly(-1, -1);
    session.commit();
    MessageConsumer consumer = session.createConsumer(session.createQueue(QM.queueName()));
    assertThat(consumer.receive(MqClient.RECEIVE_MILLIS)).isNotNull();
    session.commit();
    status = status();
    assertThat(status.getIntParameterValue(CMQCFC.MQIACF_UNCOMMITTED_MSGS)).isZero();
    assertThat(status.getStringParameterValue(CMQCFC.MQCACF_LAST_GET_DATE)).isNotBlank();
    assertThat(status.getIntListParameterValue(CMQCFC.MQIACF_Q_TIME_INDICATOR)).doesNotContain(-1);

    assertReset(3, 3, 1);
    assertReset(2, 0, 0);
  }

  @Test
  void aListedQueueIsThereBeforeAnybodyOpensIt() throws Exception {
    QueueDefinitions listed =
        new QueueDefinitions(
            QueueDefinition.DEFAULT,
            true,
            Map.of("ORDERS", QueueDefinition.DEFAULT, "BILLS.*", QueueDefinition.DEFAULT));
    try (SimulatedCluster cluster =
        SimulatedCluster.builder().queueManagers("QM1").queues(listed).build()) {
      cluster.start("QM1");
      try (Commands toQm1 = new Commands(cluster, "QM1")) {
        PCFMessage status =
            toQm1.ask(CMQCFC.MQCMD_INQUIRE_Q_STATUS, CMQC.MQCA_Q_NAME, "ORDERS").get(0);
        assertThat(status.getIntParameterValue(CMQC.MQIA_CURRENT_Q_DEPTH)).isZero();
      }
    }
  }

  private void assertReset(int high, int enqueued, int dequeued) throws Exception {
    PCFMessage reset =
        commands.ask(CMQCFC.MQCMD_RESET_Q_STATS, CMQC.MQCA_Q_NAME, QM.queueName()).get(0);
    assertThat(reset.getIntParameterValue(CMQC.MQIA_HIGH_Q_DEPTH)).isEqualTo(high);
    assertThat(reset.getIntParameterValue(CMQC.MQIA_MSG_ENQ_COUNT)).isEqualTo(enqueued);
    assertThat(reset.getIntParameterValue(CMQC.MQIA_MSG_DEQ_COUNT)).isEqualTo(dequeued);
  }

  private PCFMessage status() throws Exception {
    return commands.ask(CMQCFC.MQCMD_INQUIRE_Q_STATUS, CMQC.MQCA_Q_NAME, QM.queueName()).get(0);
  }

  @Test
  void onlyTheWantedAttributesOfAllFittingQueuesAreAnswered() throws Exception {
    Session session = QM.session();
    List<String> names = new ArrayList<>();
    for (String suffix : List.of(".A", ".B", ".C")) {
      names.add(QM.queueName() + suffix);
      session.createProducer(session.createQueue(QM.queueName() + suffix));
    }
    PCFMessage command = new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q_STATUS);
    command.addParameter(CMQC.MQCA_Q_NAME, QM.queueName() + "*");
    command.addParameter(CMQCFC.MQIACF_Q_STATUS_ATTRS, new int[] {CMQC.MQIA_OPEN_OUTPUT_COUNT});
    List<PCFMessage> answers = commands.send(command);
    assertThat(answers).extracting(PCFMessage::getMsgSeqNumber).containsExactly(1, 2, 3);
    assertThat(answers)
        .extracting(PCFMessage::getControl)
        .containsExactly(CMQCFC.MQCFC_NOT_LAST, CMQCFC.MQCFC_NOT_LAST, CMQCFC.MQCFC_LAST);
    List<String> answered = new ArrayList<>();
    for (PCFMessage answer : answers) {
      answered.add(answer.getStringParameterValue(CMQC.MQCA_Q_NAME));
      assertThat(answer.getIntParameterValue(CMQC.MQIA_OPEN_OUTPUT_COUNT)).isEqualTo(1);
      assertThat(answer.getParameterValue(CMQC.MQIA_CURRENT_Q_DEPTH)).isNull();
    }
    assertThat(answered).containsExactlyElementsOf(names);
  }

  @Test
  void eachSocketOfAClientIsAChannelInstance() throws Exception {
    try (Connection connection = QM.connect()) {
      connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      List<PCFMessage> sockets =
          commands.ask(
              CMQCFC.MQCMD_INQUIRE_CHANNEL_STATUS, CMQCFC.MQCACH_CHANNEL_NAME, "APP.SVRCONN");
      assertThat(sockets).hasSize(QM.cluster().status("QM1").sockets());
      for (PCFMessage socket : sockets) {
        assertThat(socket.getIntParameterValue(CMQCFC.MQIACH_CHANNEL_STATUS))
            .isEqualTo(CMQCFC.MQCHS_RUNNING);
        assertThat(socket.getIntParameterValue(CMQCFC.MQIACH_CHANNEL_TYPE))
            .isEqualTo(CMQXC.MQCHT_SVRCONN);
        assertThat(socket.getStringParameterValue(CMQCFC.MQCACH_CONNECTION_NAME))
            .isEqualTo("127.0.0.1");
      }
    }
  }

  @Test
  void whatCannotBeDoneHasItsReason() {
    commands.assertFails(new PCFMessage(CMQCFC.MQCMD_DELETE_Q), CMQCFC.MQRCCF_CFH_COMMAND_ERROR);
    commands.assertFails(
        new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q_STATUS), CMQCFC.MQRCCF_PARM_COUNT_TOO_SMALL);
    PCFMessage unknownQueue = new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q_STATUS);
    unknownQueue.addParameter(CMQC.MQCA_Q_NAME, "NONE.SUCH");
    commands.assertFails(unknownQueue, CMQC.MQRC_UNKNOWN_OBJECT_NAME);
    PCFMessage unknownChannel = new PCFMessage(CMQCFC.MQCMD_INQUIRE_CHANNEL_STATUS);
    unknownChannel.addParameter(CMQCFC.MQCACH_CHANNEL_NAME, "NONE.SUCH");
    commands.assertFails(unknownChannel, CMQCFC.MQRCCF_CHL_STATUS_NOT_FOUND);
    PCFMessage unknownApplication = new PCFMessage(CMQCFC.MQCMD_INQUIRE_APPL_STATUS);
    unknownApplication.addParameter(CMQCFC.MQCACF_APPL_NAME, "none");
    commands.assertFails(unknownApplication, CMQCFC.MQRCCF_APPL_STATUS_NOT_FOUND);
    PCFMessage unknownParameter = new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q_MGR_STATUS);
    unknownParameter.addParameter(CMQCFC.MQIACF_FORCE, 1);
    commands.assertFails(unknownParameter, CMQCFC.MQRCCF_CFIN_PARM_ID_ERROR);
  }

  /** A client in C sends numbers as its machine has them, and reads the answers so. */
  @Test
  void answersHaveTheByteOrderOfTheCommand() throws Exception {
    MQQueueManager queueManager = ClassesForJavaIT.connect(QM);
    MQQueue replies =
        queueManager.accessQueue(
            "SYSTEM.DEFAULT.MODEL.QUEUE", CMQC.MQOO_INPUT_EXCLUSIVE, "", "PCF.*", "");
    MQMessage command = new MQMessage();
    command.format = CMQC.MQFMT_ADMIN;
    command.messageType = CMQC.MQMT_REQUEST;
    command.encoding = CMQC.MQENC_INTEGER_REVERSED;
    command.replyToQueueName = replies.getName();
    MQCFH header = new MQCFH(CMQCFC.MQCMD_PING_Q_MGR, 0);
    header.write(command);
    queueManager.accessQueue("SYSTEM.ADMIN.COMMAND.QUEUE", CMQC.MQOO_OUTPUT).put(command);
    MQGetMessageOptions options = new MQGetMessageOptions();
    options.options = CMQC.MQGMO_WAIT;
    options.waitInterval = MqClient.RECEIVE_MILLIS;
    MQMessage answer = new MQMessage();
    replies.get(answer, options);
    assertThat(answer.encoding).isEqualTo(CMQC.MQENC_INTEGER_REVERSED);
    assertThat(answer.messageType).isEqualTo(CMQC.MQMT_REPLY);
    assertThat(answer.correlationId).isEqualTo(command.messageId);
    assertThat(new MQCFH(answer).getCommand()).isEqualTo(CMQCFC.MQCMD_PING_Q_MGR);
    queueManager.disconnect();
  }
}
