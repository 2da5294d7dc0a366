package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What MQSC defines works for a client, and DISPLAY shows what the client does. */
class MqscObjectsIT {

  @RegisterExtension static final QueueManagerFixture MQ = new QueueManagerFixture();

  private static List<String> run(String commands) {
    return MQ.cluster().mqsc("QM1", commands);
  }

  private static void send(Session session, String queue) throws JMSException {
    session.createProducer(session.createQueue(queue)).send(session.createTextMessage("tea"));
  }

  @Test
  void anAliasIsAnotherNameOfAQueue() throws JMSException {
    run("DEFINE QLOCAL(BASE)\nDEFINE QALIAS(ALIAS) TARGET(BASE)");
    Session session = MQ.session();
    send(session, "ALIAS");
    assertThat(MQ.depth("BASE")).isOne();
    MessageConsumer consumer = session.createConsumer(session.createQueue("ALIAS"));
    assertThat(consumer.receive(MqClient.RECEIVE_MILLIS)).isNotNull();
    run("DEFINE QALIAS(OF.ALIAS) TARGET(ALIAS)");
    assertThatThrownBy(() -> send(session, "OF.ALIAS"))
        .satisfies(failed -> assertThat(MqClient.reasonOf(failed)).isEqualTo(2001));
    run("DELETE QALIAS(OF.ALIAS)\nDEFINE QALIAS(OF.ALIAS) TARGET(NOTHING) TARGTYPE(TOPIC)");
    assertThatThrownBy(() -> send(session, "OF.ALIAS"))
        .satisfies(failed -> assertThat(MqClient.reasonOf(failed)).isEqualTo(2082));
  }

  @Test
  void aSubscriptionBringsPublicationsToItsQueue() throws JMSException {
    run(
        """
        DEFINE QLOCAL(NEWS)
        DEFINE TOPIC(EVENTS) TOPICSTR('shop/')
        DEFINE SUB(S1) TOPICOBJ(EVENTS) DEST(NEWS)
        DEFINE SUB(S2) TOPICSTR('shop/+/done') DEST(NEWS) SELECTOR('size > 3')
        DEFINE QALIAS(TO.EVENTS) TARGET(EVENTS) TARGTYPE(TOPIC)
        """);
    Session session = MQ.session();
    send(session, "TO.EVENTS");
    assertThat(MQ.depth("NEWS")).isOne();
    var message = session.createTextMessage("done");
    message.setIntProperty("size", 4);
    session.createProducer(session.createTopic("shop/7/done")).send(message);
    assertThat(MQ.depth("NEWS")).isEqualTo(2);
    run("DELETE SUB(S1)\nDELETE SUB(S2)\nCLEAR QLOCAL(NEWS)");
    send(session, "TO.EVENTS");
    assertThat(MQ.depth("NEWS")).isZero();
  }

  @Test
  void aModelQueueOfAnyNameMakesTemporaryOnes() throws JMSException {
    run("DEFINE QMODEL(SHOP.REPLIES) MAXDEPTH(1)");
    JmsConnectionFactory factory = MqClient.to(MQ.cluster(), "QM1");
    factory.setStringProperty(WMQConstants.WMQ_TEMPORARY_MODEL, "SHOP.REPLIES");
    try (Connection connection = factory.createConnection()) {
      Session session = connection.createSession();
      TemporaryQueue replies = session.createTemporaryQueue();
      assertThat(replies.getQueueName()).doesNotContain("SHOP.REPLIES");
      session.createProducer(replies).send(session.createMessage());
      assertThatThrownBy(() -> session.createProducer(replies).send(session.createMessage()))
          .satisfies(full -> assertThat(MqClient.reasonOf(full)).isEqualTo(2053));
    }
  }

  @Test
  void aQueueInUseIsNeitherClearedNorDeleted() throws JMSException {
    run("DEFINE QLOCAL(USED)");
    Session session = MQ.transactedSession();
    Queue queue = session.createQueue("USED");
    MessageConsumer consumer = session.createConsumer(queue);
    assertFails("CLEAR QLOCAL(USED)", "AMQ8148E: IBM MQ object in use: USED.");
    consumer.close();
    send(session, "USED");
    assertFails("DELETE QLOCAL(USED) PURGE", "AMQ8148E"); // the put may still be backed out
    session.commit();
    session.close();
    assertFails("DELETE QLOCAL(USED)", "AMQ8143E: IBM MQ queue not empty: USED.");
    run("CLEAR QLOCAL(USED)");
    assertThat(MQ.depth("USED")).isZero();
    run("DELETE QLOCAL(USED)");
    Session other = MQ.session();
    assertThatThrownBy(() -> send(other, "USED"))
        .satisfies(failed -> assertThat(MqClient.reasonOf(failed)).isEqualTo(2085));
    run("DEFINE QLOCAL(USED)");
    send(other, "USED");
  }

  private static void assertFails(String command, String message) {
    assertThatThrownBy(() -> run(command)).hasMessageStartingWith(message);
  }

  @Test
  void displayShowsWhatClientsDo() throws JMSException {
    Session session = MQ.session();
    send(session, MQ.queueName());
    session.createConsumer(session.createQueue(MQ.queueName() + ".EMPTY"));
    assertThat(
            run("DISPLAY QSTATUS('" + MQ.queueName() + "*') WHERE(CURDEPTH GT 0) CURDEPTH UNCOM"))
        .containsExactly("QUEUE(" + MQ.queueName() + ") TYPE(QUEUE) CURDEPTH(1) UNCOM(NO)");
    assertThat(run("DIS QS('" + MQ.queueName() + ".EMPTY')").get(0)).contains("IPPROCS(1)");
    assertThat(run("DISPLAY CONN(*) WHERE(APPLTAG EQ 'MQSIM-TEST')"))
        .hasSize(2)
        .allMatch(line -> line.contains("CHANNEL(APP.SVRCONN) CONNAME(127.0.0.1)"));
    assertThat(run("DISPLAY CONN(*) TYPE(ALL) APPLTAG")).hasSize(2);
    assertThat(run("DIS CHS(*) CURRENT").get(0)).contains("STATUS(RUNNING)", "MAXSHCNV(");
    assertThat(run("DISPLAY CHSTATUS(APP.*) STATUS"))
        .isNotEmpty()
        .allMatch(line -> line.startsWith("CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN) STATUS(RUNNING)"));
    assertThat(run("DIS APSTATUS('MQSIM-TEST') TYPE(APPL) COUNT BALANCED"))
        .containsExactly("APPLNAME(MQSIM-TEST) TYPE(APPL) COUNT(1) BALANCED(NOTAPPLIC)");
    assertThat(run("DIS APSTATUS(*) TYPE(LOCAL) IMMREASN CONNS"))
        .containsExactly("APPLNAME(MQSIM-TEST) TYPE(LOCAL) CONNS(2) IMMREASN(NOTRECONN)");
    assertThat(run("ALTER QMGR DESCR('ours') DEADQ(DEAD)\nDISPLAY QMGR DESCR DEADQ PLATFORM"))
        .containsExactly("QMNAME(QM1) PLATFORM(UNIX) DEADQ(DEAD) DESCR(ours)");
    assertThat(run("PING QMGR"))
        .containsExactly("AMQ8415I: Ping IBM MQ Queue Manager command complete.");
  }
}
