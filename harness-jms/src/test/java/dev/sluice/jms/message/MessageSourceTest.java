package dev.sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.jms.provider.embedded.EmbeddedSettings;
import dev.sluice.jms.session.Api;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionConnection;
import dev.sluice.jms.session.SessionConsumer;
import dev.sluice.jms.session.SessionMode;
import dev.sluice.jms.session.SessionProducer;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages as they arrive from a broker in this process. */
class MessageSourceTest {

  private static final long SECONDS_MILLIS = 20_000;
  private static final Template COUNTED =
      Template.parse("${counter}", InstantSource.fixed(Instant.EPOCH));

  private static EmbeddedProvider broker;
  private static JmsSession session;

  @BeforeAll
  static void connect() throws JMSException {
    broker = EmbeddedSettings.inProcess().create();
    SessionConnection connection =
        Api.CLASSIC.connect(broker, SessionMode.AUTO, ConnectionWatch.NOBODY);
    session = connection.ownSession();
    connection.start();
  }

  @AfterAll
  static void disconnect() {
    broker.close();
  }

  @ParameterizedTest
  @EnumSource
  void everyKindArrivesWithItsBody(BodyKind kind) throws JMSException {
    Message arrived = sent(new MessageSpec(kind, 28), 1).get(0);

    assertThat(content(arrived))
        .isEqualTo(kind == BodyKind.EMPTY ? "" : "abcdefghijklmnopqrstuvwxyzab");
  }

  @ParameterizedTest
  @EnumSource
  void aBodyThatVariesArrivesAsItWasWhenSent(BodyKind kind) throws JMSException {
    List<Message> arrived = sent(MessageSpec.of(kind, new TemplateBodies(COUNTED)), 12);

    for (int i = 0; i < arrived.size(); i++) {
      assertThat(content(arrived.get(i)))
          .isEqualTo(kind == BodyKind.EMPTY ? "" : String.valueOf(i + 1));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EMPTY")
  void sizesVaryAndTheSameWorkerSendsTheSameAgain(BodyKind kind) throws JMSException {
    MessageSpec spec =
        MessageSpec.of(
            kind, new GeneratedBodies(new SizeDistribution.Uniform(0, 3000), new Content.Random()));
    List<String> bodies = contents(sent(spec, 20));

    assertThat(contents(sent(spec, 20))).isEqualTo(bodies);
    assertThat(bodies.stream().map(String::length).distinct().count()).isGreaterThan(10);
  }

  @Test
  void workersAndSeedsHaveMessagesOfTheirOwn() throws JMSException {
    MessageSpec spec =
        MessageSpec.of(
            BodyKind.TEXT,
            new GeneratedBodies(new SizeDistribution.Fixed(20), new Content.Random()));
    MessageSpec seeded =
        new MessageSpec(
            spec.kind(),
            spec.body(),
            spec.properties(),
            spec.type(),
            spec.replyQueue(),
            spec.correlation(),
            2);

    assertThat(List.of(first(spec, 0), first(spec, 1), first(seeded, 0), first(seeded, 1)))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsAlwaysTheSameIsBuiltOnce(BodyKind kind) throws JMSException {
    MessageSource source = new MessageSpec(kind, 100).forWorker(0);
    source.bind(session);
    Message message = source.next();

    for (int i = 0; i < 10; i++) {
      assertThat(source.next()).isSameAs(message);
    }
    assertThat(source.bodyVaries()).isFalse();
    assertThat(source.nextOfItsOwn()).isNotSameAs(message);
  }

  @Test
  void whatIsAlwaysTheSameCostsNoMemory() throws JMSException {
    MessageSource source = new MessageSpec(BodyKind.BYTES, 2048).forWorker(0);
    source.bind(session);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();

    for (int i = 0; i < 10_000; i++) {
      source.next();
    }

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
  }

  @Test
  void messagesOfTheirOwnGoOnCounting() throws JMSException {
    MessageSource source = MessageSpec.of(BodyKind.TEXT, new TemplateBodies(COUNTED)).forWorker(0);
    source.bind(session);
    Message first = source.nextOfItsOwn();
    Message second = source.nextOfItsOwn();

    assertThat(content(first)).isEqualTo("1");
    assertThat(content(second)).isEqualTo("2");
    assertThat(source.body().text()).isEqualTo("2");
  }

  @Test
  void countersGoOnInANewSession() throws JMSException {
    MessageSource source = MessageSpec.of(BodyKind.TEXT, new TemplateBodies(COUNTED)).forWorker(0);
    source.bind(session);
    source.next();
    source.bind(session);

    assertThat(content(source.next())).isEqualTo("2");
  }

  @Test
  void headersAndPropertiesAreOnEveryMessage() throws JMSException {
    MessageSpec spec =
        new MessageSpec(
            BodyKind.TEXT,
            new TemplateBodies(COUNTED),
            List.of(
                MessageProperty.parse("COLOUR=red"),
                MessageProperty.parse("WEIGHT:int=5"),
                MessageProperty.parse("RIPE:boolean=true")),
            Optional.of("order"),
            Optional.of("ANSWERS"),
            Correlation.NONE,
            1);

    for (Message arrived : sent(spec, 3)) {
      assertThat(arrived.getStringProperty("COLOUR")).isEqualTo("red");
      assertThat(arrived.getObjectProperty("WEIGHT")).isEqualTo(5);
      assertThat(arrived.getObjectProperty("RIPE")).isEqualTo(true);
      assertThat(arrived.getJMSType()).isEqualTo("order");
      assertThat(((Queue) arrived.getJMSReplyTo()).getQueueName()).isEqualTo("ANSWERS");
      assertThat(arrived.getJMSCorrelationID()).isNull();
    }
  }

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
    first.bind(session);
    second.bind(session);
    Destination queue = session.queue("CORRELATED");
    try (SessionProducer producer = session.producer(queue, PutOptions.NON_PERSISTENT)) {
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

    assertThat(sent(spec, 3))
        .extracting(Message::getJMSCorrelationID)
        .containsExactly("P-1-1", "P-1-2", "P-1-3");
  }

  @Test
  void textsThatShallCompressLessThanLettersDoAreRefused() {
    GeneratedBodies bodies =
        new GeneratedBodies(new SizeDistribution.Fixed(10), new Content.Compressible(1.2));

    assertThat(MessageSpec.of(BodyKind.BYTES, bodies).body()).isEqualTo(bodies);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MessageSpec.of(BodyKind.TEXT, bodies))
        .withMessageContaining("1.5");
  }

  private static List<Message> sent(MessageSpec spec, int count) throws JMSException {
    Destination queue = session.queue("MESSAGES");
    MessageSource source = spec.forWorker(0);
    source.bind(session);
    try (SessionProducer producer = session.producer(queue, PutOptions.NON_PERSISTENT);
        SessionConsumer consumer = session.consumer(queue, "")) {
      for (int i = 0; i < count; i++) {
        producer.send(source.next());
      }
      List<Message> arrived = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        arrived.add(consumer.receive(SECONDS_MILLIS));
      }
      return arrived;
    }
  }

  private static String first(MessageSpec spec, int workerIndex) throws JMSException {
    MessageSource source = spec.forWorker(workerIndex);
    source.bind(session);
    return content(source.next());
  }

  private static List<String> ids(Destination queue, String selector) throws JMSException {
    try (QueueBrowser browser = session.browser((Queue) queue, selector)) {
      List<String> ids = new ArrayList<>();
      Enumeration<?> found = browser.getEnumeration();
      for (Object message : Collections.list(found)) {
        ids.add(((Message) message).getJMSCorrelationID());
      }
      return ids;
    }
  }

  private static List<String> contents(List<Message> messages) throws JMSException {
    List<String> contents = new ArrayList<>();
    for (Message message : messages) {
      contents.add(content(message));
    }
    return contents;
  }

  /** The body, one character a byte. */
  private static String content(Message message) throws JMSException {
    if (message instanceof TextMessage text) {
      return text.getText();
    }
    return new String(bytes(message), StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(Message message) throws JMSException {
    if (message instanceof BytesMessage bytes) {
      byte[] body = new byte[(int) bytes.getBodyLength()];
      bytes.readBytes(body);
      return body;
    }
    if (message instanceof MapMessage map) {
      Enumeration<?> names = map.getMapNames();
      assertThat(Collections.list(names)).hasToString("[" + BodyKind.MAP_ENTRY + "]");
      return map.getBytes(BodyKind.MAP_ENTRY);
    }
    if (message instanceof StreamMessage stream) {
      byte[] body = new byte[4000];
      int length = stream.readBytes(body);
      return Arrays.copyOf(body, Math.max(0, length));
    }
    if (message instanceof ObjectMessage object) {
      return object.getBody(byte[].class);
    }
    return new byte[0];
  }
}
