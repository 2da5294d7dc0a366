package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.codec.Compression;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Channels that compress what goes over them, or that will not. */
class CompressionIT {

  private static final int MESSAGES = 2;

  @ParameterizedTest
  @CsvSource({
    "'', 8, 1",
    "1, '', 1",
    "2, '', 1",
    "4, '', 1",
    "1, 8, 1",
    "2, 8, 1",
    "4, 8, 1",
    "'2,4,0', '8,0', 1",
    "1, 8, 10",
    "2, 8, 10",
    "1, 8, 0",
    "2, 8, 0"
  })
  void whatIsPutIsGot(String messages, String headers, int sharedConversations) throws Exception {
    try (SimulatedCluster cluster = cluster(sharedConversations, EnumSet.allOf(Compression.class));
        Connection connection = factory(cluster, messages, headers).createConnection()) {
      connection.start();
      for (int bytes : new int[] {0, 1, 300, 32_713, 70_001}) {
        assertRoundTrip(connection, runs(bytes));
        assertRoundTrip(connection, noise(bytes));
      }
    }
  }

  /** Each next one is sent as what is different from the one before. */
  @ParameterizedTest
  @CsvSource({"1", "10"})
  void descriptorsThatChangeFromPutToPut(int sharedConversations) throws Exception {
    try (SimulatedCluster cluster = cluster(sharedConversations, EnumSet.allOf(Compression.class));
        Connection connection = factory(cluster, "2", "8").createConnection()) {
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("CHANGING.Q");
      MessageProducer producer = session.createProducer(queue);
      MessageProducer anonymous = session.createProducer(null);
      MessageConsumer consumer = session.createConsumer(queue);
      for (int i = 0; i < 10; i++) {
        Message message = session.createTextMessage("x".repeat(100 * i));
        message.setJMSCorrelationID("ID:" + "0%d".formatted(i).repeat(24));
        int mode = i % 3 == 0 ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
        if (i % 4 == 3) {
          anonymous.send(queue, message, mode, i, 100_000L * i);
        } else {
          producer.send(message, mode, i, 100_000L * i);
        }
        Message got = consumer.receive(MqClient.RECEIVE_MILLIS);
        assertThat(got.getJMSPriority()).isEqualTo(i);
        assertThat(got.getJMSDeliveryMode()).isEqualTo(mode);
        assertThat(got.getJMSCorrelationID()).isEqualTo(message.getJMSCorrelationID());
        assertThat(got.getBody(String.class)).hasSize(100 * i);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, ''", "2, ''", "4, ''", "'', 8", "2, 8"})
  void lessGoesOverTheWire(String messages, String headers) throws Exception {
    long plain = bytesOnTheWire("", "", EnumSet.allOf(Compression.class));
    long compressed = bytesOnTheWire(messages, headers, EnumSet.allOf(Compression.class));
    assertThat(compressed).isLessThan(plain);
  }

  @ParameterizedTest
  @CsvSource({"2, 8", "'1,2,4', ''"})
  void channelThatCompressesNothing(String messages, String headers) throws Exception {
    long plain = bytesOnTheWire("", "", EnumSet.noneOf(Compression.class));
    long offered = bytesOnTheWire(messages, headers, EnumSet.noneOf(Compression.class));
    assertThat(offered).isBetween(plain * 95 / 100, plain * 105 / 100); // heartbeats come at will
  }

  private static long bytesOnTheWire(String messages, String headers, Set<Compression> techniques)
      throws Exception {
    try (SimulatedCluster cluster = cluster(1, techniques);
        CountingRelay relay = new CountingRelay(cluster.port("QM1"))) {
      JmsConnectionFactory factory = factory(cluster, messages, headers);
      factory.setIntProperty(WMQConstants.WMQ_PORT, relay.port());
      try (Connection connection = factory.createConnection()) {
        connection.start();
        assertRoundTrip(connection, runs(100_000));
      }
      return relay.bytes();
    }
  }

  private static SimulatedCluster cluster(int sharedConversations, Set<Compression> techniques)
      throws IOException {
    SimulatedCluster cluster =
        SimulatedCluster.builder()
            .queueManagers("QM1")
            .sharedConversations(sharedConversations)
            .compression(techniques)
            .build();
    cluster.start("QM1");
    return cluster;
  }

  private static JmsConnectionFactory factory(
      SimulatedCluster cluster, String messages, String headers) throws Exception {
    JmsConnectionFactory factory = MqClient.to(cluster, "QM1");
    if (!messages.isEmpty()) {
      factory.setObjectProperty(WMQConstants.WMQ_MSG_COMP, numbers(messages));
    }
    if (!headers.isEmpty()) {
      factory.setObjectProperty(WMQConstants.WMQ_HEADER_COMP, numbers(headers));
    }
    return factory;
  }

  private static List<Integer> numbers(String list) {
    return Arrays.stream(list.split(",")).map(Integer::valueOf).toList();
  }

  private static void assertRoundTrip(Connection connection, byte[] data) throws Exception {
    try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      Queue queue = session.createQueue("COMPRESSED.Q");
      MessageProducer producer = session.createProducer(queue);
      MessageConsumer consumer = session.createConsumer(queue);
      for (int i = 0; i < MESSAGES; i++) {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(data);
        producer.send(message);
      }
      for (int i = 0; i < MESSAGES; i++) {
        Message got = consumer.receive(MqClient.RECEIVE_MILLIS);
        assertThat(got).as("%d bytes", data.length).isNotNull();
        byte[] body = data.length == 0 ? new byte[0] : got.getBody(byte[].class);
        assertThat(body).as("%d bytes", data.length).isEqualTo(data);
      }
    }
  }

  /** Runs of all lengths, with the byte that stands for a run among them. */
  private static byte[] runs(int bytes) {
    byte[] data = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      data[i] = (byte) (i / 37 % 7 == 3 ? 0xAB : i / (1 + i / 1_000));
    }
    return data;
  }

  private static byte[] noise(int bytes) {
    byte[] data = new byte[bytes];
    new Random(bytes).nextBytes(data);
    return data;
  }
}
