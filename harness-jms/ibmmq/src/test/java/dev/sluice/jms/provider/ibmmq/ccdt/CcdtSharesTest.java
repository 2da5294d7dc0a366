package dev.sluice.jms.provider.ibmmq.ccdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.jms.JmsFactoryFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Affinity;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute.Candidate;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute.RequestedQueueManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A route says which addresses the real client dials, and how often each of them first. */
class CcdtSharesTest {

  private static final int CONNECTIONS = 200;

  private static final List<ServerSocket> LISTENERS = new ArrayList<>();
  private static final List<Integer> DIALED = Collections.synchronizedList(new ArrayList<>());

  @TempDir Path dir;

  /** Each hangs up at once, so that the client goes on to the next address. */
  @BeforeAll
  static void listen() throws IOException {
    for (int i = 0; i < 16; i++) {
      ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      LISTENERS.add(listener);
      Thread thread = new Thread(() -> hangUp(listener));
      thread.setDaemon(true);
      thread.start();
    }
  }

  @AfterAll
  static void close() throws IOException {
    for (ServerSocket listener : LISTENERS) {
      listener.close();
    }
  }

  /** Affinity, weight and number of addresses of each entry; 0 stands for no weight given. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "none 0 3",
        "preferred 1 3",
        "none 5 3",
        "none 10 3, none 10 1",
        "none 0 2, none 99 1",
        "preferred 0 2, preferred 0 1"
      })
  void theSharesOfATable(String table) throws Exception {
    List<String> entries = new ArrayList<>();
    int next = 0;
    for (String entry : table.split(", ")) {
      String[] word = entry.split(" ");
      int addresses = Integer.parseInt(word[2]);
      entries.add(entry("A", "G", word[0], word[1], next, addresses));
      next += addresses;
    }
    assertSharesAreThoseOfTheClient(Tables.of(entries.toArray(String[]::new)));
  }

  static IntStream seeds() {
    return IntStream.range(0, Boolean.getBoolean("soak") ? 60 : 5);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theSharesOfRandomTables(int seed) throws Exception {
    Random random = new Random(seed);
    String affinity = random.nextInt(3) == 0 ? "preferred" : "none";
    boolean weightless = random.nextInt(3) == 0;
    List<String> entries = new ArrayList<>();
    int next = 0;
    for (int i = 0; i <= random.nextInt(4); i++) {
      int weight = weightless && random.nextBoolean() ? 0 : 1 + random.nextInt(99);
      int addresses = 1 + random.nextInt(3);
      String channel = List.of("A", "B", "a").get(random.nextInt(3));
      entries.add(entry(channel, "G", affinity, "" + weight, next, addresses));
      next += addresses;
    }
    entries.add(random.nextInt(entries.size() + 1), entry("A", "H", "none", "0", next, 1));

    assertSharesAreThoseOfTheClient(Tables.of(entries.toArray(String[]::new)));
  }

  private void assertSharesAreThoseOfTheClient(String json) throws Exception {
    CcdtRoute route = CcdtRoute.of(Ccdt.parse("t.json", json), RequestedQueueManager.of("*G"));
    List<List<Integer>> dials = dials(json);
    List<Integer> first = ports(route.first());
    List<Integer> all = new ArrayList<>(first);
    all.addAll(ports(route.drawn()));

    assertThat(dials)
        .as(json)
        .allSatisfy(
            ports -> {
              assertThat(ports.subList(0, first.size())).isEqualTo(first);
              assertThat(ports).isSubsetOf(all);
            });
    List<Integer> drawn =
        dials.stream()
            .filter(ports -> ports.size() > first.size())
            .map(p -> p.get(first.size()))
            .toList();
    if (route.affinity().equals(Optional.of(Affinity.PREFERRED))) {
      assertThat(drawn.stream().distinct().count()).as(json).isLessThanOrEqualTo(1);
      return;
    }
    for (Candidate candidate : route.drawn()) {
      double chance = route.chanceToBeDrawnFirst(candidate);
      double deviation = Math.sqrt(CONNECTIONS * chance * (1 - chance));
      assertThat((double) Collections.frequency(drawn, candidate.address().port()))
          .as(candidate + " of " + json)
          .isBetween(
              CONNECTIONS * chance - 5 * deviation - 2, CONNECTIONS * chance + 5 * deviation + 2);
    }
  }

  /** The ports that the client dials for each of many connections, in its order. */
  private List<List<Integer>> dials(String json) throws Exception {
    Path file = Files.writeString(dir.resolve("table.json"), json);
    JmsConnectionFactory factory =
        JmsFactoryFactory.getInstance(WMQConstants.JAKARTA_WMQ_PROVIDER).createConnectionFactory();
    factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
    factory.setStringProperty(WMQConstants.WMQ_CCDTURL, file.toUri().toString());
    factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, "*G");
    List<List<Integer>> dials = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      DIALED.clear();
      assertThat(catchThrowable(factory::createConnection)).isNotNull();
      dials.add(List.copyOf(DIALED));
    }
    return dials;
  }

  private static String entry(
      String channel, String group, String affinity, String weight, int next, int addresses) {
    List<String> connections =
        LISTENERS.subList(next, next + addresses).stream()
            .map(at -> "{\"host\": \"127.0.0.1\", \"port\": " + at.getLocalPort() + "}")
            .toList();
    return Tables.entry(
        channel,
        "\"clientConnection\": {\"connection\": %s, \"queueManager\": \"%s\"},"
                .formatted(connections, group)
            + "\"connectionManagement\": {\"affinity\": \"%s\", \"clientWeight\": %s}"
                .formatted(affinity, weight));
  }

  private static List<Integer> ports(List<Candidate> candidates) {
    return candidates.stream().map(each -> each.address().port()).toList();
  }

  private static void hangUp(ServerSocket listener) {
    try {
      while (true) {
        Socket caller = listener.accept();
        DIALED.add(listener.getLocalPort());
        caller.close();
      }
    } catch (IOException e) {
      // closed, the test is over
    }
  }
}
