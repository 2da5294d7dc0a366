package dev.sluice.it.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.BodySpec;
import dev.sluice.jms.message.Content;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.CorrelationIds;
import dev.sluice.jms.message.GeneratedBodies;
import dev.sluice.jms.message.MessageProperty;
import dev.sluice.jms.message.MessageSource;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.message.MessageSpec.Correlation;
import dev.sluice.jms.message.SizeDistribution;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionConnection;
import dev.sluice.jms.session.SessionProducer;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages of every shape, by the IBM client and a simulated queue manager. */
class MessageShapesIT {

  private static final long RECEIVE_MILLIS = 20_000;
  private static final int LARGEST_BYTES = 40_000;
  private static final BodySpec VARYING =
      new GeneratedBodies(
          new SizeDistribution.Uniform(0, LARGEST_BYTES), new Content.Compressible(3));

  private static SimulatedCluster cluster;
  private static JmsProvider provider;

  @BeforeAll
  static void start() {
    cluster = SimulatedCluster.builder().queueManagers("QM1").build();
    cluster.start("QM1");
    provider =
        IbmMqSettings.of(
                new MqEndpoint.Direct("127.0.0.1", cluster.port("QM1"), "APP.SVRCONN", "QM1"))
            .create();
  }

  @AfterAll
  static void stop() {
    provider.close();
    cluster.close();
  }

  /** One message object is filled and sent again and again. */
  @ParameterizedTest
  @MethodSource("everyKindByEveryApi")
  void everyBodyArrivesAsItWasWhenSent(BodyKind kind, Api api) throws JMSException {
    MessageSource source = new MessageSpec(kind, VARYING).forWorker(0);
    try (SessionConnection connection = connect(api);
        JmsSession session = connection.ownSession();
        MessageConsumer consumer = session.consumer(session.queue("SHAPES"), "");
        SessionProducer producer =
            session.producer(session.queue("SHAPES"), PutOptions.NON_PERSISTENT)) {
      connection.jms().start();
      source.bind(session, IterationTimes.NONE);
      for (int i = 0; i < 20; i++) {
        producer.send(source.next());
        byte[] sent = kind == BodyKind.EMPTY ? new byte[0] : bytesOf(source);

        assertThat(bytesOf(consumer.receive(RECEIVE_MILLIS))).isEqualTo(sent);
      }
    }
  }

  static Stream<Arguments> everyKindByEveryApi() {
    return Stream.of(BodyKind.values())
        .flatMap(kind -> Stream.of(Api.values()).map(api -> Arguments.of(kind, api)));
  }

  @ParameterizedTest
  @EnumSource
  void headersAndPropertiesArriveAndANativeIdIsFoundByItsSelector(Api api) throws JMSException {
    MessageSpec spec =
        new MessageSpec(
            BodyKind.TEXT,
            GeneratedBodies.fixed(3),
            List.of(MessageProperty.parse("COLOUR=red"), MessageProperty.parse("WEIGHT:int=5")),
            Optional.of("order"),
            Optional.of("ANSWERS"),
            new Correlation(Correlation.Scope.WORKER, new CorrelationForm(true, "S1")),
            1);
    MessageSource wanted = spec.forWorker(1);
    String selector = CorrelationIds.selector(wanted.correlation().ofWorker());
    try (SessionConnection connection = connect(api);
        JmsSession session = connection.ownSession();
        MessageConsumer consumer = session.consumer(session.queue("CORRELATED"), selector);
        SessionProducer producer =
            session.producer(
                session.queue("CORRELATED"),
                new PutOptions(true, 7, Duration.ofHours(1), Duration.ZERO))) {
      connection.jms().start();
      for (MessageSource source : List.of(spec.forWorker(0), wanted)) {
        source.bind(session, IterationTimes.NONE);
        producer.send(source.next());
      }

      Message arrived = consumer.receive(RECEIVE_MILLIS);
      assertThat(arrived.getJMSCorrelationIDAsBytes()).hasSize(24);
      assertThat(selector).isEqualTo("JMSCorrelationID='" + arrived.getJMSCorrelationID() + "'");
      assertThat(arrived.getStringProperty("COLOUR")).isEqualTo("red");
      assertThat(arrived.getObjectProperty("WEIGHT")).isEqualTo(5);
      assertThat(arrived.getJMSType()).isEqualTo("order");
      assertThat(arrived.getJMSReplyTo().toString()).contains("ANSWERS");
      assertThat(arrived.getJMSPriority()).isEqualTo(7);
      assertThat(arrived.getJMSExpiration()).isPositive();
    }
  }

  /** The queue manager's name for the format of a message. */
  @Test
  void aFormatIsGivenByAProperty() throws JMSException {
    MessageSource source =
        new MessageSpec(
                BodyKind.BYTES,
                GeneratedBodies.fixed(3),
                List.of(MessageProperty.parse("JMS_IBM_Format=MYFMT")),
                Optional.empty(),
                Optional.empty(),
                Correlation.NONE,
                1)
            .forWorker(0);
    try (SessionConnection connection = connect(Api.CLASSIC);
        JmsSession session = connection.ownSession();
        MessageConsumer consumer = session.consumer(session.queue("FORMATS"), "");
        SessionProducer producer =
            session.producer(session.queue("FORMATS"), PutOptions.NON_PERSISTENT)) {
      connection.jms().start();
      source.bind(session, IterationTimes.NONE);
      producer.send(source.next());

      assertThat(consumer.receive(RECEIVE_MILLIS).getStringProperty("JMS_IBM_Format").strip())
          .isEqualTo("MYFMT");
    }
  }

  private static SessionConnection connect(Api api) throws JMSException {
    return api.connect(provider, SessionMode.AUTO, ConnectionWatch.NOBODY);
  }

  private static byte[] bytesOf(MessageSource source) {
    var bytes = source.body().bytes();
    return Arrays.copyOf(bytes.array(), bytes.length());
  }

  private static byte[] bytesOf(Message message) throws JMSException {
    if (message instanceof TextMessage text) {
      return text.getText().getBytes(StandardCharsets.US_ASCII);
    }
    if (message instanceof BytesMessage bytes) {
      byte[] body = new byte[(int) bytes.getBodyLength()];
      bytes.readBytes(body);
      return body;
    }
    if (message instanceof MapMessage map) {
      return map.getBytes("name");
    }
    if (message instanceof StreamMessage stream) {
      byte[] body = new byte[LARGEST_BYTES + 1];
      return Arrays.copyOf(body, Math.max(0, stream.readBytes(body)));
    }
    if (message instanceof ObjectMessage object) {
      return object.getBody(byte[].class);
    }
    return new byte[0];
  }
}
