package dev.sluice.jms.message;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.Waits;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionConnection;
import dev.sluice.jms.session.SessionProducer;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A session for each test, and a queue by which messages get from a source to the test. */
final class MessageRoute implements BeforeEachCallback, AfterEachCallback {

  private final BrokerFixture broker;
  private SessionConnection connection;
  private JmsSession session;
  private Destination queue;

  MessageRoute(BrokerFixture broker) {
    this.broker = broker;
  }

  @Override
  public void beforeEach(ExtensionContext context) throws JMSException {
    connection = Api.CLASSIC.connect(broker.provider(), SessionMode.AUTO, ConnectionWatch.NOBODY);
    session = connection.ownSession();
    connection.jms().start();
    queue = session.queue(broker.newQueue().name());
  }

  @Override
  public void afterEach(ExtensionContext context) throws JMSException {
    connection.close();
  }

  JmsSession session() {
    return session;
  }

  Destination queue() {
    return queue;
  }

  /** The first messages of the first worker, as they arrive. */
  List<Message> sent(MessageSpec spec, int count) throws JMSException {
    MessageSource source = spec.forWorker(0);
    source.bind(session, IterationTimes.NONE);
    try (SessionProducer producer = session.producer(queue, PutOptions.NON_PERSISTENT);
        MessageConsumer consumer = session.consumer(queue, "")) {
      for (int i = 0; i < count; i++) {
        producer.send(source.next());
      }
      List<Message> arrived = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        arrived.add(consumer.receive(Waits.AMPLE.toMillis()));
      }
      return arrived;
    }
  }
}
