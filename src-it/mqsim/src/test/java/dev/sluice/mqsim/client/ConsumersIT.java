package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ways to get at messages: selectors, browsers, ids, contexts; delay and expiry. */
class ConsumersIT {

  @RegisterExtension static final QueueManagerFixture QUEUE_MANAGER = new QueueManagerFixture();

  private static String textOf(Message message) throws Exception {
    return message == null ? null : ((TextMessage) message).getText();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "color='red'",
        "color = 'red' AND size > 3",
        "color LIKE 'r_d' OR size BETWEEN 100 AND 200",
        "color IN ('red','green') AND NOT (size = 1)",
        "missing IS NULL AND color IS NOT NULL AND color <> 'blue'",
        "JMSPriority > 6",
        "JMSType = 'wanted'",
        "JMSCorrelationID = 'my correlation'",
        "size * 2 + 1 = 11"
      })
  void selectorPicksOneOfTwo(String selector) throws Exception {
    Session session = QUEUE_MANAGER.session();
    Queue queue = session.createQueue(QUEUE_MANAGER.queueName());
    MessageProducer producer = session.createProducer(queue);
    TextMessage blue = session.createTextMessage("blue");
    blue.setStringProperty("color", "blue");
    blue.setIntProperty("size", 1);
    producer.send(blue);
    TextMessage red = session.createTextMessage("red");
    red.setStringProperty("color", "red");
    red.setIntProperty("size", 5);
    red.setJMSType("wanted");
    red.setJMSCorrelationID("my correlation");
    producer.send(red, DeliveryMode.NON_PERSISTENT, 8, 0);

    MessageConsumer selecting = session.createConsumer(queue, selector);
    assertThat(textOf(selecting.receive(MqClient.RECEIVE_MILLIS))).isEqualTo("red");
    assertThat(selecting.receiveNoWait()).isNull();
    selecting.close();
    MessageConsumer any = session.createConsumer(queue);
    assertThat(textOf(any.receive(MqClient.RECEIVE_MILLIS))).isEqualTo("blue");
  }

  @Test
  void waitingConsumerWithSelectorIsNotServedByOthersMessages() throws Exception {
    Session receiving = QUEUE_MANAGER.session();
    Queue queue = receiving.createQueue(QUEUE_MANAGER.queueName());
    MessageConsumer selecting = receiving.createConsumer(queue, "n = 2");
    CompletableFuture<Message> received = CompletableFuture.supplyAsync(() -> receive(selecting));
    Session sending = QUEUE_MANAGER.session();
    MessageProducer producer = sending.createProducer(queue);
    for (int n = 1; n <= 2; n++) {
      TextMessage message = sending.createTextMessage("" + n);
      message.setIntProperty("n", n);
      producer.send(message);
    }
    assertThat(textOf(received.get(10, TimeUnit.SECONDS))).isEqualTo("2");
    assertThat(QUEUE_MANAGER.depth(QUEUE_MANAGER.queueName())).isEqualTo(1);
  }

  private static Message receive(MessageConsumer consumer) {
    try {
      return consumer.receive(MqClient.RECEIVE_MILLIS);
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void replyByCorrelationIdAndGetByMessageId() throws Exception {
    Session session = QUEUE_MANAGER.session();
    Queue queue = session.createQueue(QUEUE_MANAGER.queueName());
    MessageProducer producer = session.createProducer(queue);
    TextMessage request = session.createTextMessage("request");
    producer.send(request);
    TextMessage reply = session.createTextMessage("reply");
    reply.setJMSCorrelationID(request.getJMSMessageID());
    producer.send(reply);

    MessageConsumer byCorrelation =
        session.createConsumer(queue, "JMSCorrelationID='" + request.getJMSMessageID() + "'");
    assertThat(textOf(byCorrelation.receive(MqClient.RECEIVE_MILLIS))).isEqualTo("reply");
    MessageConsumer byId =
        session.createConsumer(queue, "JMSMessageID='" + request.getJMSMessageID() + "'");
    assertThat(textOf(byId.receive(MqClient.RECEIVE_MILLIS))).isEqualTo("request");
  }

  @Test
  void browserSeesAllAndTakesNothing() throws Exception {
    Session session = QUEUE_MANAGER.session();
    Queue queue = session.createQueue(QUEUE_MANAGER.queueName());
    MessageProducer producer = session.createProducer(queue);
    for (int i = 0; i < 5; i++) {
      TextMessage message = session.createTextMessage("" + i);
      message.setIntProperty("i", i);
      producer.send(message);
    }
    assertThat(browse(session.createBrowser(queue))).containsExactly("0", "1", "2", "3", "4");
    assertThat(browse(session.createBrowser(queue, "i >= 3"))).containsExactly("3", "4");
    assertThat(QUEUE_MANAGER.depth(QUEUE_MANAGER.queueName())).isEqualTo(5);
  }

  private static List<String> browse(QueueBrowser browser) throws Exception {
    List<String> texts = new ArrayList<>();
    Enumeration<?> messages = browser.getEnumeration();
    while (messages.hasMoreElements()) {
      texts.add(((TextMessage) messages.nextElement()).getText());
    }
    browser.close();
    return texts;
  }

  @Test
  void contextSendsAndReceivesBodies() throws Exception {
    try (JMSContext context = MqClient.to(QUEUE_MANAGER.cluster(), "QM1").createContext()) {
      Queue queue = context.createQueue(QUEUE_MANAGER.queueName());
      context.createProducer().setProperty("p", 1).send(queue, "body");
      String body =
          context.createConsumer(queue).receiveBody(String.class, MqClient.RECEIVE_MILLIS);
      assertThat(body).isEqualTo("body");
    }
    assertThat(QUEUE_MANAGER.depth(QUEUE_MANAGER.queueName())).isZero();
  }

  @Test
  void temporaryQueueLivesAsLongAsItsConnection() throws Exception {
    Connection connection = QUEUE_MANAGER.connect();
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    TemporaryQueue first = session.createTemporaryQueue();
    TemporaryQueue second = session.createTemporaryQueue();
    assertThat(first.getQueueName()).isNotEqualTo(second.getQueueName());
    Session other = QUEUE_MANAGER.session();
    Destination replyTo = other.createQueue(second.getQueueName());
    other.createProducer(replyTo).send(other.createTextMessage("reply"));
    MessageConsumer consumer = session.createConsumer(second);
    assertThat(textOf(consumer.receive(MqClient.RECEIVE_MILLIS))).isEqualTo("reply");
    consumer.close();
    first.delete();
    other.createProducer(replyTo).send(other.createTextMessage("too late"));
    String name = second.getQueueName().replaceAll("^queue://[^/]*/|[?].*$", "");
    assertThat(QUEUE_MANAGER.depth(name)).isEqualTo(1);
    connection.close();
    assertThat(Eventually.holds(Duration.ofSeconds(25), () -> QUEUE_MANAGER.depth(name) == 0))
        .isTrue();
  }

  @Test
  void expiredMessageIsNotDelivered() throws Exception {
    Session session = QUEUE_MANAGER.session();
    Queue queue = session.createQueue(QUEUE_MANAGER.queueName());
    MessageProducer producer = session.createProducer(queue);
    producer.setTimeToLive(200);
    producer.send(session.createTextMessage("short-lived"));
    producer.setTimeToLive(60_000);
    producer.send(session.createTextMessage("long-lived"));
    MessageConsumer consumer = session.createConsumer(queue);
    Thread.sleep(400); // the time to live is what is tested
    assertThat(textOf(consumer.receive(MqClient.RECEIVE_MILLIS))).isEqualTo("long-lived");
  }

  @Test
  void delayedMessageComesLater() throws Exception {
    Session session = QUEUE_MANAGER.session();
    Queue queue = session.createQueue(QUEUE_MANAGER.queueName());
    MessageProducer producer = session.createProducer(queue);
    MessageConsumer consumer = session.createConsumer(queue);
    producer.setDeliveryDelay(1_000);
    long sentNanos = System.nanoTime();
    producer.send(session.createTextMessage("later"));
    assertThat(consumer.receiveNoWait()).isNull();
    assertThat(textOf(consumer.receive(MqClient.RECEIVE_MILLIS))).isEqualTo("later");
    assertThat(System.nanoTime() - sentNanos).isGreaterThan(900_000_000L);
  }

  @Test
  void closingAConsumerEndsItsReceiveAndNoOther() throws Exception {
    Connection connection = QUEUE_MANAGER.connect();
    Session first = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    Session second = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    Queue queue = first.createQueue(QUEUE_MANAGER.queueName());
    MessageConsumer closed = first.createConsumer(queue);
    MessageConsumer waiting = second.createConsumer(queue);
    CompletableFuture<Message> ofClosed = CompletableFuture.supplyAsync(() -> receive(closed));
    CompletableFuture<Message> ofWaiting = CompletableFuture.supplyAsync(() -> receive(waiting));
    Thread.sleep(200); // both receives are on their way
    closed.close();
    assertThat(ofClosed.get(3, TimeUnit.SECONDS)).isNull();
    assertThat(ofWaiting).isNotDone();
    Session sending = QUEUE_MANAGER.session();
    sending.createProducer(queue).send(sending.createTextMessage("for the other"));
    assertThat(textOf(ofWaiting.get(5, TimeUnit.SECONDS))).isEqualTo("for the other");
  }
}
