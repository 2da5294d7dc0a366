package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Topics with all kinds of subscriptions. */
class PublishSubscribeIT {

  private static final int SHORT_MILLIS = 300;

  @RegisterExtension static final QueueManagerFixture QUEUE_MANAGER = new QueueManagerFixture();

  private static void publish(String topic, String... texts) throws Exception {
    Session session = QUEUE_MANAGER.session();
    MessageProducer producer = session.createProducer(session.createTopic(topic));
    for (String text : texts) {
      TextMessage message = session.createTextMessage(text);
      message.setStringProperty("text", text);
      producer.send(message);
    }
  }

  private static List<String> drain(MessageConsumer consumer) throws Exception {
    List<String> texts = new ArrayList<>();
    Message message;
    while ((message = consumer.receive(SHORT_MILLIS)) != null) {
      texts.add(((TextMessage) message).getText());
    }
    return texts;
  }

  private static MessageConsumer subscriber(String topic) throws Exception {
    Session session = QUEUE_MANAGER.session();
    return session.createConsumer(session.createTopic(topic));
  }

  @Test
  void everySubscriberGetsACopyWildcardsIncluded() throws Exception {
    MessageConsumer exact = subscriber("PERF/1/A");
    MessageConsumer level = subscriber("PERF/+/A");
    MessageConsumer all = subscriber("PERF/#");
    MessageConsumer other = subscriber("PERF/2");
    publish("PERF/1/A", "a", "b");
    assertThat(drain(exact)).containsExactly("a", "b");
    assertThat(drain(level)).containsExactly("a", "b");
    assertThat(drain(all)).containsExactly("a", "b");
    assertThat(drain(other)).isEmpty();
  }

  @Test
  void selectorFiltersPublications() throws Exception {
    Session session = QUEUE_MANAGER.session();
    MessageConsumer consumer =
        session.createConsumer(session.createTopic("SELECTED"), "text IN ('b','c')");
    publish("SELECTED", "a", "b", "c");
    assertThat(drain(consumer)).containsExactly("b", "c");
  }

  @Test
  void durableSubscriptionKeepsPublicationsUntilUnsubscribed() throws Exception {
    Connection first = QUEUE_MANAGER.connect("CID1");
    Session session = first.createSession(false, Session.AUTO_ACKNOWLEDGE);
    Topic topic = session.createTopic("DURABLE");
    session.createDurableConsumer(topic, "MYSUB");
    first.close();
    publish("DURABLE", "kept");

    Session again = QUEUE_MANAGER.connect("CID1").createSession(false, Session.AUTO_ACKNOWLEDGE);
    MessageConsumer consumer = again.createDurableConsumer(topic, "MYSUB");
    assertThat(drain(consumer)).containsExactly("kept");
    consumer.close();
    again.unsubscribe("MYSUB");
    assertThatThrownBy(() -> again.unsubscribe("MYSUB"))
        .isInstanceOf(InvalidDestinationException.class)
        .satisfies(e -> assertThat(MqClient.reasonOf(e)).isEqualTo(2428));
  }

  @Test
  void sharedSubscriptionDividesPublications() throws Exception {
    Session one = QUEUE_MANAGER.session();
    Session two = QUEUE_MANAGER.session();
    Topic topic = one.createTopic("SHARED");
    MessageConsumer first = one.createSharedConsumer(topic, "SHSUB");
    MessageConsumer second = two.createSharedConsumer(topic, "SHSUB");
    publish("SHARED", "1", "2", "3", "4");
    List<String> received = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      received.add(((TextMessage) first.receive(MqClient.RECEIVE_MILLIS)).getText());
      received.add(((TextMessage) second.receive(MqClient.RECEIVE_MILLIS)).getText());
    }
    assertThat(received).containsExactlyInAnyOrder("1", "2", "3", "4");
    first.close();
    publish("SHARED", "5");
    assertThat(drain(second)).containsExactly("5");
  }

  @Test
  void sharedDurableSubscription() throws Exception {
    Session session = QUEUE_MANAGER.session();
    Topic topic = session.createTopic("SHARED/DURABLE");
    session.createSharedDurableConsumer(topic, "SHDSUB").close();
    publish("SHARED/DURABLE", "kept");
    MessageConsumer consumer = session.createSharedDurableConsumer(topic, "SHDSUB");
    assertThat(drain(consumer)).containsExactly("kept");
    consumer.close();
    session.unsubscribe("SHDSUB");
  }

  @Test
  void listenerOnATopic() throws Exception {
    CompletableFuture<Message> received = new CompletableFuture<>();
    subscriber("LISTENED").setMessageListener(received::complete);
    publish("LISTENED", "heard");
    assertThat(((TextMessage) received.get(10, TimeUnit.SECONDS)).getText()).isEqualTo("heard");
  }

  @Test
  void publicationsInAUnitOfWork() throws Exception {
    MessageConsumer consumer = subscriber("TRANSACTED");
    Session session = QUEUE_MANAGER.transactedSession();
    MessageProducer producer = session.createProducer(session.createTopic("TRANSACTED"));
    producer.send(session.createTextMessage("rolled back"));
    session.rollback();
    producer.send(session.createTextMessage("committed"));
    assertThat(drain(consumer)).isEmpty();
    session.commit();
    assertThat(drain(consumer)).containsExactly("committed");
  }

  @Test
  void nothingIsLeftBehind() throws Exception {
    MessageConsumer consumer = subscriber("GONE");
    consumer.close();
    publish("GONE", "nobody hears");
    assertThat(QUEUE_MANAGER.cluster().status("QM1").depths().keySet())
        .noneMatch(name -> name.startsWith("SYSTEM.MANAGED.NDURABLE"));
  }
}
