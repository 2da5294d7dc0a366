package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.constants.CMQC;
import jakarta.jms.BytesMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reports of arrival, delivery, expiry and failure, which senders ask for. */
class ReportsIT {

  @RegisterExtension static final QueueManagerFixture QUEUE_MANAGER = new QueueManagerFixture();

  private Session session;
  private Queue queue;
  private MessageConsumer reports;

  @BeforeEach
  void connect() throws Exception {
    session = QUEUE_MANAGER.session();
    queue = session.createQueue(QUEUE_MANAGER.queueName());
    reports = session.createConsumer(reportQueue());
  }

  private Queue reportQueue() throws Exception {
    return session.createQueue(QUEUE_MANAGER.queueName() + ".REPORTS");
  }

  private Message asking(String property, int option) throws Exception {
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(new byte[250]);
    message.setIntProperty(property, option);
    message.setStringProperty("colour", "red");
    message.setJMSReplyTo(reportQueue());
    return message;
  }

  private Message nextReport() throws Exception {
    return reports.receive(MqClient.RECEIVE_MILLIS);
  }

  @Test
  void arrivalAndDeliveryAreReported() throws Exception {
    Message message = asking("JMS_IBM_Report_COA", CMQC.MQRO_COA);
    message.setIntProperty("JMS_IBM_Report_COD", CMQC.MQRO_COD);
    session.createProducer(queue).send(message);

    assertReport(nextReport(), CMQC.MQFB_COA, message.getJMSMessageID());
    assertThat(reports.receiveNoWait()).isNull();
    try (MessageConsumer consumer = session.createConsumer(queue)) {
      consumer.receive(MqClient.RECEIVE_MILLIS);
    }
    assertReport(nextReport(), CMQC.MQFB_COD, message.getJMSMessageID());
    assertThat(reports.receiveNoWait()).isNull();
  }

  @Test
  void reportsComeWithTheTransaction() throws Exception {
    Session transacted = QUEUE_MANAGER.transactedSession();
    Message message = asking("JMS_IBM_Report_COA", CMQC.MQRO_COA);
    message.setIntProperty("JMS_IBM_Report_COD", CMQC.MQRO_COD);
    transacted.createProducer(queue).send(message);
    assertThat(reports.receiveNoWait()).isNull();
    transacted.commit();
    assertReport(nextReport(), CMQC.MQFB_COA, message.getJMSMessageID());

    MessageConsumer consumer = transacted.createConsumer(queue);
    consumer.receive(MqClient.RECEIVE_MILLIS);
    transacted.rollback();
    consumer.receive(MqClient.RECEIVE_MILLIS);
    assertThat(reports.receiveNoWait()).isNull();
    transacted.commit();
    assertReport(nextReport(), CMQC.MQFB_COD, message.getJMSMessageID());
    assertThat(reports.receiveNoWait()).isNull();
  }

  @Test
  void aReportHasAsMuchOfTheMessageAsTheSenderWants() throws Exception {
    session.createProducer(queue).send(asking("JMS_IBM_Report_COA", CMQC.MQRO_COA_WITH_FULL_DATA));
    BytesMessage all = (BytesMessage) nextReport();
    assertThat(all.getBodyLength()).isEqualTo(250);
    assertThat(all.getStringProperty("colour")).isEqualTo("red");

    session.createProducer(queue).send(asking("JMS_IBM_Report_COA", CMQC.MQRO_COA_WITH_DATA));
    assertThat(((BytesMessage) nextReport()).getBodyLength()).isEqualTo(100);
  }

  @Test
  void aReportKeepsTheIdsThatTheSenderWantsKept() throws Exception {
    Message message = asking("JMS_IBM_Report_COA", CMQC.MQRO_COA);
    message.setIntProperty("JMS_IBM_Report_Pass_Msg_ID", CMQC.MQRO_PASS_MSG_ID);
    message.setIntProperty("JMS_IBM_Report_Pass_Correl_ID", CMQC.MQRO_PASS_CORREL_ID);
    message.setJMSCorrelationID("ID:" + "ab".repeat(24));
    session.createProducer(queue).send(message);

    Message report = nextReport();
    assertThat(report.getJMSMessageID()).isEqualTo(message.getJMSMessageID());
    assertThat(report.getJMSCorrelationID()).isEqualTo("ID:" + "ab".repeat(24));
  }

  @Test
  void expiryIsReportedAlthoughNobodyLooks() throws Exception {
    Message message = asking("JMS_IBM_Report_Expiration", CMQC.MQRO_EXPIRATION_WITH_FULL_DATA);
    MessageProducer producer = session.createProducer(queue);
    producer.setTimeToLive(300);
    producer.send(message);

    BytesMessage report = (BytesMessage) nextReport();
    assertReport(report, CMQC.MQFB_EXPIRATION, message.getJMSMessageID());
    assertThat(report.getBodyLength()).isEqualTo(250);
    assertThat(QUEUE_MANAGER.depth(QUEUE_MANAGER.queueName())).isZero();
  }

  @Test
  void aQueueFullOfExpiredMessagesHasRoomForTheirReports() throws Exception {
    String name = QUEUE_MANAGER.queueName();
    QUEUE_MANAGER.cluster().mqsc("QM1", "DEFINE QLOCAL(%s) MAXDEPTH(3)".formatted(name));
    MessageProducer producer = session.createProducer(queue);
    producer.setTimeToLive(500);
    for (int i = 0; i < 3; i++) {
      Message message = asking("JMS_IBM_Report_Expiration", CMQC.MQRO_EXPIRATION);
      message.setJMSReplyTo(queue);
      producer.send(message);
    }
    try (MessageConsumer consumer =
        session.createConsumer(queue, "JMSCorrelationID LIKE 'ID:%'")) { // that of a report
      for (int i = 0; i < 3; i++) {
        assertThat(consumer.receive(MqClient.RECEIVE_MILLIS).getIntProperty("JMS_IBM_Feedback"))
            .isEqualTo(CMQC.MQFB_EXPIRATION);
      }
      assertThat(consumer.receiveNoWait()).isNull();
    }
    assertThat(QUEUE_MANAGER.depth(name)).isZero();
  }

  @Test
  void aMessageThatWasGotInTimeHasNotExpired() throws Exception {
    Message message = asking("JMS_IBM_Report_Expiration", CMQC.MQRO_EXPIRATION);
    message.setIntProperty("JMS_IBM_Report_COD", CMQC.MQRO_COD);
    MessageProducer producer = session.createProducer(queue);
    producer.setTimeToLive(2_000);
    producer.send(message);
    try (MessageConsumer consumer = session.createConsumer(queue)) {
      consumer.receive(MqClient.RECEIVE_MILLIS);
    }
    assertReport(nextReport(), CMQC.MQFB_COD, message.getJMSMessageID());
    assertThat(reports.receive(3_000)).isNull();
  }

  @Test
  void whatCannotBeDeliveredIsReportedWithTheReason() throws Exception {
    Message message = asking("JMS_IBM_Report_Exception", CMQC.MQRO_EXCEPTION_WITH_DATA);
    session.createProducer(queue).send(message);
    int deadLetters = QUEUE_MANAGER.depth("SYSTEM.DEAD.LETTER.QUEUE");
    QUEUE_MANAGER.cluster().deadLetter("QM1", QUEUE_MANAGER.queueName(), CMQC.MQRC_Q_FULL);

    BytesMessage report = (BytesMessage) nextReport();
    assertReport(report, CMQC.MQRC_Q_FULL, message.getJMSMessageID());
    assertThat(report.getBodyLength()).isEqualTo(100);
    assertThat(QUEUE_MANAGER.depth("SYSTEM.DEAD.LETTER.QUEUE")).isEqualTo(deadLetters + 1);
  }

  private static void assertReport(Message report, int feedback, String about) throws Exception {
    assertThat(report).isNotNull();
    assertThat(report.getIntProperty("JMS_IBM_MsgType")).isEqualTo(CMQC.MQMT_REPORT);
    assertThat(report.getIntProperty("JMS_IBM_Feedback")).isEqualTo(feedback);
    assertThat(report.getJMSCorrelationID()).isEqualTo(about);
    assertThat(report.getJMSMessageID()).isNotEqualTo(about);
  }
}
