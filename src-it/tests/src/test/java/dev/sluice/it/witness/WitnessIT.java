package dev.sluice.it.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.clients.ClassicBroker;
import dev.sluice.it.endurance.Footprint;
import dev.sluice.it.run.MqProviders;
import dev.sluice.it.run.PackagedProgram;
import dev.sluice.it.witness.Witness.Relaying;
import dev.sluice.it.witness.Witness.Stamp;
import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.mqsim.client.Eventually;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The witness stamps what real clients say, and what it does to messages is what was asked for. */
class WitnessIT {

  private static final int MESSAGES = 20;
  private static final int LONG = 100_000; // several segments of IBM MQ's protocol

  @TempDir static Path folder;
  private static Witness witness;

  @BeforeAll
  static void compile() {
    witness = new Witness(folder);
  }

  @Test
  void stampsIbmsClient() throws Exception {
    try (SimulatedCluster cluster = SimulatedCluster.builder().queueManagers("QM1").build()) {
      cluster.start("QM1");
      Relaying relay = witness.relay("mq", cluster.port("QM1"));
      try (var provider = MqProviders.through(relay.port(), "QM1")) {
        putAndGet(provider.connect(), MESSAGES, 10);
        putAndGet(provider.connect(), 1, LONG);
      }
      List<Stamp> stamps = relay.end();
      List<Stamp> answers = answered(stamps);
      assertThat(of(stamps, '>', 'p')).hasSize(MESSAGES + 1);
      assertThat(of(stamps, '<', 'm')).hasSize(MESSAGES + 1);
      assertThat(identities(answers))
          .doesNotContain("0")
          .doesNotHaveDuplicates()
          .isEqualTo(identities(of(stamps, '<', 'm')));
      assertThat(of(stamps, '>', 'p').get(MESSAGES).bytes()).isGreaterThan(LONG);
      assertInOrder(of(stamps, '>', 'p'), answers);
    }
  }

  @Test
  void stampsArtemis() throws Exception {
    try (EmbeddedProvider broker = EmbeddedProvider.withTcp(0)) {
      Relaying relay = witness.relay("artemis", broker.tcpPort());
      try (ActiveMQConnectionFactory factory = artemis(relay)) {
        putAndGet(factory.createConnection(), MESSAGES, 10);
      }
      assertStamped(relay.end(), MESSAGES);
    }
  }

  @Test
  void stampsAmqp() throws Exception {
    Path clients = PackagedProgram.root().resolve("src-it/tests/target/clients");
    try (ClassicBroker broker = new ClassicBroker(clients.resolve("activemq"));
        ClientJars qpid = ClientJars.of(clients.resolve("qpid").toString())) {
      Relaying relay = witness.relay("amqp", broker.amqp().getPort());
      qpid.call(
          () -> {
            ConnectionFactory factory =
                (ConnectionFactory)
                    qpid.load("org.apache.qpid.jms.JmsConnectionFactory")
                        .getConstructor(String.class)
                        .newInstance("amqp://127.0.0.1:" + relay.port());
            putAndGet(factory.createConnection(), MESSAGES, 10);
            putAndGet(factory.createConnection(), 1, LONG);
            return null;
          });
      assertStamped(relay.end(), MESSAGES + 1);
    }
  }

  @Test
  void whatItDoesToMessagesIsKnown() throws Exception {
    assertThat(millisOfTenPuts("stall=0,400")).isGreaterThanOrEqualTo(400);
    assertThat(millisOfTenPuts("ramp=0,40")).isGreaterThanOrEqualTo(10 * 40);
    assertThat(millisOfTenPuts("late=40,0")).isGreaterThanOrEqualTo(10 * 40);
    assertThat(millisOfTenPuts("tail=100,40")).isGreaterThanOrEqualTo(10 * 40);
    assertThat(millisOfTenPuts("limit=20")).isGreaterThanOrEqualTo(9 * 1_000 / 20);
    assertThat(millisOfTenPuts("bytes=10000")).isGreaterThanOrEqualTo(9 * 1_000 / 10);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aConnectionThatHasEndedHoldsNoSocket() throws Exception {
    assertThat(socketsAfterConnections()).isZero();
    assertThat(socketsAfterConnections("late=1,0")).isZero();
  }

  /** That the relay still has of some connections, each of which its client or its broker ended. */
  private static long socketsAfterConnections(String... trouble) throws Exception {
    try (ServerSocket broker = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Relaying relay = witness.relay("artemis", broker.getLocalPort(), trouble);
      long pid = relay.process().pid();
      long before = Footprint.descriptors(pid);
      for (int i = 0; i < MESSAGES; i++) {
        try (Socket client = new Socket(broker.getInetAddress(), relay.port());
            Socket there = broker.accept()) {
          Socket first = i % 2 == 0 ? client : there;
          first.close();
          assertThat((first == client ? there : client).getInputStream().read()).isNegative();
        }
      }
      Eventually.holds(Duration.ofSeconds(30), () -> Footprint.descriptors(pid) <= before);
      long after = Footprint.descriptors(pid);
      relay.end();
      return Math.max(0, after - before);
    }
  }

  @Test
  void readsBytesInAnyPieces() throws Exception {
    // IBM MQ: a put in three segments, a heartbeat among them, its answer, a get without a message
    byte[] mqClient =
        bytes(
            segment(0x86, 0x10, new byte[100]),
            heartbeat(),
            segment(0x86, 0x00, new byte[50]),
            segment(0x86, 0x20, new byte[7]),
            segment(0x85, 0x30, new byte[20]));
    ByteBuffer answer = ByteBuffer.allocate(16 + 324);
    answer.put(16 + 48 + 23, (byte) 1);
    byte[] mqBroker =
        bytes(
            segment(0x96, 0x30, answer.array()),
            segment(0x95, 0x30, ByteBuffer.allocate(500).putInt(4, 2).putInt(8, 2033).array()));
    assertRead(
        "mq",
        mqClient,
        mqBroker,
        ">,o,0,0,28",
        ">,p,3,0,265",
        ">,g,3,0,56",
        "<,a,3,ID,376",
        "<,e,3,0,536");

    // Artemis: greeting, a message with an id and one without, the answer, a delivery
    byte[] withId = artemisMessage(true);
    byte[] without = artemisMessage(false);
    assertRead(
        "artemis",
        bytes(
            "ARTEMIS".getBytes(StandardCharsets.US_ASCII),
            packet(71, withId),
            packet(71, without),
            packet(41, new byte[9])),
        bytes(packet(21, new byte[0]), packet(75, withId)),
        ">,p,10,ID,66",
        ">,p,10,0,50",
        ">,k,10,0,22",
        "<,a,10,0,13",
        "<,m,10,ID,66");

    // AMQP 1.0: SASL and AMQP greetings, a transfer in two frames, its disposition, of three at
    // once
    byte[] amqp = {'A', 'M', 'Q', 'P', 0, 1, 0, 0};
    byte[] sasl = {'A', 'M', 'Q', 'P', 3, 1, 0, 0};
    byte[] begin = { // handle 0, delivery 4, tag, format 0, settled false, more true
      0,
      0x53,
      0x14,
      (byte) 0xc0,
      10,
      6,
      0x43,
      0x52,
      4,
      (byte) 0xa0,
      1,
      9,
      0x43,
      0x42,
      0x41,
      0,
      0x53,
      0x70,
      0x45, // header
      0,
      0x53,
      0x73,
      (byte) 0xc0,
      5,
      1,
      (byte) 0xa1,
      2,
      'i',
      'd' // properties with the id
    };
    byte[] end = {0, 0x53, 0x14, (byte) 0xc0, 2, 1, 0x43, 1, 2, 3};
    byte[] settled = {0, 0x53, 0x15, (byte) 0xc0, 6, 3, 0x41, 0x52, 4, 0x52, 6};
    assertRead(
        "amqp",
        bytes(sasl, frame(1, new byte[] {1, 2, 3}), amqp, frame(0, begin), frame(0, end)),
        bytes(sasl, amqp, frame(0, new byte[0]), frame(0, settled)),
        ">,p,1,ID,55",
        "<,a,1,4,3");

    // AMQP 0-9-1: a publish with its content, and the confirmation
    byte[] greeting = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};
    assertRead(
        "amqp091",
        bytes(greeting, method(60, 40), bytes(new byte[] {3, 0, 1, 0, 0, 0, 1, 7, (byte) 0xce})),
        bytes(method(60, 80)),
        ">,p,1,0,12",
        "<,a,1,0,12");
  }

  @Test
  void bytesOfSomethingElseAreNotTakenForMessages() throws Exception {
    byte[] tls = {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3, 0, 0, 0, 0, 0};
    for (String protocol : List.of("mq", "artemis")) {
      assertThat(witness.decode(protocol, tls, new byte[0], 1))
          .as(protocol)
          .isSubsetOf(">,?,0,0,3", ">,?,0,0,4");
    }
    byte[] transferWithoutFields = frame(0, new byte[] {0, 0x53, 0x14, 0x70});
    assertThat(
            witness.decode(
                "amqp", bytes(transferWithoutFields, transferWithoutFields), new byte[0], 5))
        .containsExactly(">,?,0,0,12");
  }

  private static void assertRead(String protocol, byte[] client, byte[] broker, String... lines)
      throws Exception {
    for (int piece : new int[] {1, 5, Integer.MAX_VALUE}) {
      List<String> read =
          witness.decode(protocol, client, broker, piece).stream()
              .map(line -> line.replaceAll(",-?[0-9a-f]{9,16},", ",ID,"))
              .toList();
      assertThat(read).as("%s in pieces of %d", protocol, piece).containsExactly(lines);
    }
  }

  private long millisOfTenPuts(String trouble) throws Exception {
    try (EmbeddedProvider broker = EmbeddedProvider.withTcp(0)) {
      Relaying relay = witness.relay("artemis", broker.tcpPort(), trouble);
      try (ActiveMQConnectionFactory factory = artemis(relay)) {
        putAndGet(factory.createConnection(), 10, 1_000);
      }
      List<Stamp> stamps = relay.end();
      List<Stamp> answers = answered(stamps);
      long last = answers.get(answers.size() - 1).nanos();
      return (last - of(stamps, '>', 'p').get(0).nanos()) / 1_000_000;
    }
  }

  private static ActiveMQConnectionFactory artemis(Relaying relay) {
    return new ActiveMQConnectionFactory("tcp://127.0.0.1:" + relay.port());
  }

  /** Puts all, waiting for the answer to each, and then gets all. */
  private static void putAndGet(Connection made, int messages, int bytes) throws JMSException {
    try (Connection connection = made) {
      connection.start();
      Session session = connection.createSession();
      Queue queue = session.createQueue("WITNESSED");
      MessageProducer producer = session.createProducer(queue);
      producer.setDeliveryMode(DeliveryMode.PERSISTENT);
      for (int i = 0; i < messages; i++) {
        producer.send(session.createTextMessage("x".repeat(bytes)));
      }
      MessageConsumer consumer = session.createConsumer(queue);
      for (int i = 0; i < messages; i++) {
        assertThat(consumer.receive(60_000)).isNotNull();
      }
    }
  }

  private static void assertStamped(List<Stamp> stamps, int messages) {
    List<Stamp> puts = of(stamps, '>', 'p');
    assertThat(puts).hasSize(messages);
    assertThat(identities(puts))
        .doesNotContain("0")
        .doesNotHaveDuplicates()
        .isEqualTo(identities(of(stamps, '<', 'm')));
    assertInOrder(puts, answered(stamps));
  }

  /** Each was answered before the next was put. */
  private static void assertInOrder(List<Stamp> puts, List<Stamp> answers) {
    assertThat(answers).hasSameSizeAs(puts);
    for (int i = 0; i < puts.size(); i++) {
      assertThat(puts.get(i).nanos()).isLessThanOrEqualTo(answers.get(i).nanos());
      assertThat(puts.get(i).number())
          .isEqualTo(
              i == 0 || puts.get(i).connection() != puts.get(i - 1).connection() ? 1 : i + 1);
      if (i > 0) {
        assertThat(answers.get(i - 1).nanos()).isLessThanOrEqualTo(puts.get(i).nanos());
      }
    }
  }

  /** The answers to puts, one after the other; those to anything else come when no put waits. */
  private static List<Stamp> answered(List<Stamp> stamps) {
    List<Stamp> answers = new ArrayList<>();
    int waiting = 0;
    for (Stamp stamp : stamps.stream().sorted(Comparator.comparingLong(Stamp::nanos)).toList()) {
      if (stamp.kind() == 'p') {
        waiting++;
      } else if (stamp.kind() == 'a' && waiting > 0) {
        waiting--;
        answers.add(stamp);
      }
    }
    return answers;
  }

  private static List<Stamp> of(List<Stamp> stamps, char direction, char kind) {
    return stamps.stream()
        .filter(stamp -> stamp.direction() == direction && stamp.kind() == kind)
        .sorted(Comparator.comparingLong(Stamp::nanos))
        .toList();
  }

  private static List<String> identities(List<Stamp> stamps) {
    return stamps.stream().map(Stamp::identity).toList();
  }

  private static byte[] bytes(byte[]... parts) {
    ByteBuffer all = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(part -> part.length).sum());
    for (byte[] part : parts) {
      all.put(part);
    }
    return all.array();
  }

  /** Of conversation 3. */
  private static byte[] segment(int type, int flags, byte[] body) {
    ByteBuffer segment = ByteBuffer.allocate(36 + body.length);
    segment.put("TSHM".getBytes(StandardCharsets.US_ASCII)).putInt(36 + body.length).putInt(3);
    segment.put(17, (byte) type).put(18, (byte) flags);
    segment.position(36).put(body);
    return segment.array();
  }

  private static byte[] heartbeat() {
    ByteBuffer segment = ByteBuffer.allocate(28);
    segment.put("TSHC".getBytes(StandardCharsets.US_ASCII)).putInt(28);
    return segment.put(9, (byte) 9).put(10, (byte) 0x31).array();
  }

  /** On channel 10. */
  private static byte[] packet(int type, byte[] rest) {
    return ByteBuffer.allocate(13 + rest.length)
        .putInt(9 + rest.length)
        .put((byte) type)
        .putLong(10)
        .put(rest)
        .array();
  }

  /** A body of five bytes, the address "Q" and perhaps an id. */
  private static byte[] artemisMessage(boolean id) {
    ByteBuffer message = ByteBuffer.allocate(id ? 53 : 37);
    message.putInt(13 + 5).put(new byte[5]).putLong(0);
    message.put((byte) 1).putInt(2).putChar('Q').put((byte) (id ? 1 : 0));
    if (id) {
      message.putLong(1).putLong(2);
    }
    return message.array();
  }

  /** On channel 1. */
  private static byte[] frame(int type, byte[] body) {
    return ByteBuffer.allocate(8 + body.length)
        .putInt(8 + body.length)
        .put((byte) 2)
        .put((byte) type)
        .putShort((short) 1)
        .put(body)
        .array();
  }

  private static byte[] method(int type, int method) {
    return ByteBuffer.allocate(12)
        .put((byte) 1)
        .putShort((short) 1)
        .putInt(4)
        .putShort((short) type)
        .putShort((short) method)
        .put((byte) 0xce)
        .array();
  }
}
