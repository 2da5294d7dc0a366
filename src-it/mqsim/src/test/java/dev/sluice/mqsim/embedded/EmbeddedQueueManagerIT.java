package dev.sluice.mqsim.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.mq.MQException;
import com.ibm.mq.jakarta.jms.MQConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class EmbeddedQueueManagerIT {

  private static final String QUEUE = "DEV.QUEUE.1";
  private static final int RECEIVE_MILLIS = 20_000;

  private static MQConnectionFactory reconnecting(EmbeddedQueueManager... managers)
      throws JMSException {
    MQConnectionFactory factory = managers[0].connectionFactory(MQConnectionFactory.class);
    StringBuilder names = new StringBuilder();
    for (EmbeddedQueueManager each : managers) {
      names.append(names.isEmpty() ? "" : ",").append(each.getConnectionName());
    }
    factory.setConnectionNameList(names.toString());
    factory.setQueueManager("*");
    factory.setClientReconnectOptions(WMQConstants.WMQ_CLIENT_RECONNECT);
    return factory;
  }

  private static void send(EmbeddedQueueManager mq, String text) throws JMSException {
    try (JMSContext context =
        mq.connectionFactory(MQConnectionFactory.class)
            .createContext(mq.getAppUser(), mq.getAppPassword())) {
      context.createProducer().setProperty("region", "north").send(queue(context), text);
    }
  }

  private static Queue queue(JMSContext context) {
    return context.createQueue("queue:///" + QUEUE);
  }

  private static int reason(ThrowingCallable call) {
    try {
      call.call();
    } catch (Throwable thrown) {
      for (Throwable t = thrown; t != null; t = t.getCause()) {
        if (t instanceof MQException mq) {
          return mq.getReason();
        }
        if (t instanceof JMSException jms && jms.getLinkedException() instanceof MQException mq) {
          return mq.getReason();
        }
      }
      throw new AssertionError(thrown);
    }
    return 0;
  }

  @Test
  void itHasTheNamesOfTheDeveloperImage() throws Exception {
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.start()) {
      assertThat(mq.getQueueManager()).isEqualTo("QM1");
      assertThat(mq.getChannel()).isEqualTo("DEV.APP.SVRCONN");
      assertThat(mq.getAppUser()).isEqualTo("app");
      assertThat(mq.getHost()).isEqualTo("127.0.0.1");
      send(mq, "hello");
      assertThat(mq.depth(QUEUE)).isEqualTo(1);
      MQConnectionFactory administrators = mq.connectionFactory(MQConnectionFactory.class);
      administrators.setChannel("DEV.ADMIN.SVRCONN");
      administrators.createContext("admin", "passw0rd").close();
      assertThat(
              reason(
                  () ->
                      mq.connectionFactory(MQConnectionFactory.class)
                          .createContext()
                          .createConsumer(new com.ibm.mq.jakarta.jms.MQQueue("NO.SUCH.QUEUE"))))
          .isEqualTo(2085);
    }
  }

  @Test
  void whatIsOnAQueueIsToldAsValues() throws Exception {
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.start()) {
      send(mq, "größer");
      send(mq, "second");
      assertThat(mq.messages(QUEUE))
          .extracting(QueuedMessage::text)
          .containsExactly("größer", "second");
      QueuedMessage first = mq.messages(QUEUE).get(0);
      assertThat(first.properties()).containsEntry("usr.region", "north");
      assertThat(first.persistent()).isTrue();
      assertThat(first.messageId()).hasSize(48);
      assertThat(mq.clear(QUEUE)).isEqualTo(2);
      assertThat(mq.messages(QUEUE)).isEmpty();
    }
  }

  @Test
  void anApplicationSurvivesCutConnections() throws Exception {
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.start();
        JMSContext context = reconnecting(mq).createContext()) {
      JMSConsumer consumer = context.createConsumer(queue(context));
      mq.cutConnections();
      send(mq, "after the cut");
      assertThat(consumer.receiveBody(String.class, RECEIVE_MILLIS)).isEqualTo("after the cut");
    }
  }

  @Test
  void withoutReconnectionACutIsAFailure() throws Exception {
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.start()) {
      Session session =
          mq.connectionFactory(MQConnectionFactory.class).createConnection().createSession();
      MessageProducer producer = session.createProducer(session.createQueue(QUEUE));
      mq.cutConnections();
      assertThat(reason(() -> producer.send(session.createTextMessage("x")))).isEqualTo(2009);
    }
  }

  @Test
  void messagesAreThereAfterAStop() throws Exception {
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.start()) {
      int port = mq.getPort();
      send(mq, "kept");
      mq.stop(false);
      assertThat(reason(() -> send(mq, "lost"))).isEqualTo(2538);
      mq.restart();
      assertThat(mq.getPort()).isEqualTo(port);
      assertThat(mq.messages(QUEUE)).extracting(QueuedMessage::text).containsExactly("kept");
    }
  }

  @Test
  void applicationsMoveToAnother() throws Exception {
    try (EmbeddedQueueManager one = EmbeddedQueueManager.start();
        EmbeddedQueueManager two = EmbeddedQueueManager.named("QM2").start();
        JMSContext context = reconnecting(one, two).createContext()) {
      JMSConsumer consumer = context.createConsumer(queue(context));
      assertThat(one.connections()).isEqualTo(1);
      one.moveTo(two);
      send(two, "at the other");
      assertThat(consumer.receiveBody(String.class, RECEIVE_MILLIS)).isEqualTo("at the other");
      assertThat(two.connections()).isEqualTo(1);
    }
  }

  @Test
  void answersTakeLonger() throws Exception {
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.start();
        JMSContext context = mq.connectionFactory(MQConnectionFactory.class).createContext()) {
      TextMessage message = context.createTextMessage("x");
      context.createProducer().send(queue(context), message);
      mq.delay(Duration.ofMillis(200));
      long startNanos = System.nanoTime();
      context.createProducer().send(queue(context), message);
      assertThat(System.nanoTime() - startNanos).isGreaterThanOrEqualTo(200_000_000);
      mq.delay(Duration.ZERO);
    }
  }

  @Test
  void aQueueThatIsFullRefusesUntilThereIsRoom() throws Exception {
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.named("QM1").queue("SMALL", 3).start();
        JMSContext context = mq.connectionFactory(MQConnectionFactory.class).createContext()) {
      Queue small = context.createQueue("queue:///SMALL");
      assertThat(mq.fill("SMALL")).isEqualTo(3);
      assertThat(reason(() -> context.createProducer().send(small, "x"))).isEqualTo(2053);
      assertThat(context.createConsumer(small).receive(RECEIVE_MILLIS)).isNotNull();
      context.createProducer().send(small, "x");
      assertThat(mq.depth("SMALL")).isEqualTo(3);
    }
  }

  @Test
  void aQueueFailsWithTheReasonThatATestWants() throws Exception {
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.start()) {
      mq.fail(QUEUE, 2051);
      assertThat(reason(() -> send(mq, "x"))).isEqualTo(2051);
      mq.heal(QUEUE);
      send(mq, "x");
      assertThatThrownBy(() -> mq.fail(QUEUE, 1)).hasMessageContaining("2053");
    }
  }

  @Test
  void whatIsNoFactoryIsRefusedByName() {
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.start()) {
      assertThatThrownBy(() -> mq.connectionFactory(String.class))
          .hasMessage("java.lang.String is not a connection factory of IBM's client");
    }
  }

  @Test
  void startsAndStopsLeaveNoThreadBehind() throws Exception {
    for (int i = 0; i < 200; i++) {
      try (EmbeddedQueueManager mq = EmbeddedQueueManager.start()) {
        assertThat(mq.getPort()).isPositive();
      }
    }
    Set<Thread> threads = Thread.getAllStackTraces().keySet();
    for (Thread thread : threads) {
      if (thread.getName().startsWith("mqsim")) {
        thread.join(RECEIVE_MILLIS);
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
    }
  }

  @Test
  void runtimeFailuresOfTheSimplifiedApiSayTheReasonToo() throws Exception {
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.start();
        JMSContext context = mq.connectionFactory(MQConnectionFactory.class).createContext()) {
      mq.fail(QUEUE, 2053);
      assertThatThrownBy(() -> context.createProducer().send(queue(context), "x"))
          .isInstanceOf(JMSRuntimeException.class);
    }
  }
}
