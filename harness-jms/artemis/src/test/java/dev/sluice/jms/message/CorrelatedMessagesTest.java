package dev.sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.message.MessageSpec.Correlation;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionProducer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Correlation ids on messages, and the selectors that find them. */
class CorrelatedMessagesTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  @RegisterExtension final MessageRoute route = new MessageRoute(BROKER);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aWorkerHasACorrelationIdThatItsSelectorFinds(boolean nativeBytes) throws JMSException {
    MessageSpec spec =
        new MessageSpec(BodyKind.EMPTY, 0)
            .withCorrelation(
                new Correlation(
                    Correlation.Scope.WORKER, new CorrelationForm(nativeBytes, "it's me")));
    MessageSource first = spec.forWorker(0);
    MessageSource second = spec.forWorker(1);
    first.bind(route.session(), IterationTimes.NONE);
    second.bind(route.session(), IterationTimes.NONE);
    Destination queue = route.queue();
    try (SessionProducer producer = route.session().producer(queue, PutOptions.NON_PERSISTENT)) {
      producer.send(first.next());
      producer.send(second.next());
      producer.send(second.next());
    }

    String ofFirst = spec.forWorker(0).correlation().ofWorker();
    String ofSecond = second.correlation().ofWorker();
    assertThat(ids(queue, CorrelationIds.selector(ofSecond))).containsExactly(ofSecond, ofSecond);
    assertThat(ids(queue, CorrelationIds.selector(ofFirst))).containsExactly(ofFirst);
  }

  @Test
  void everyMessageMayHaveACorrelationIdOfItsOwn() throws JMSException {
    MessageSpec spec =
        new MessageSpec(BodyKind.BYTES, 10)
            .withCorrelation(
                new Correlation(Correlation.Scope.MESSAGE, new CorrelationForm(false, "P")));

    assertThat(route.sent(spec, 3))
        .extracting(Message::getJMSCorrelationID)
        .containsExactly("P-1-1", "P-1-2", "P-1-3");
  }

  private List<String> ids(Destination queue, String selector) throws JMSException {
    try (QueueBrowser browser = route.session().browser((Queue) queue, selector)) {
      List<String> ids = new ArrayList<>();
      Enumeration<?> found = browser.getEnumeration();
      for (Object message : Collections.list(found)) {
        ids.add(((Message) message).getJMSCorrelationID());
      }
      return ids;
    }
  }
}
