package dev.sluice.jms.provider.ibmmq.ccdt;

import static java.util.regex.Matcher.quoteReplacement;
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
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A route says which addresses the real client dials, and how often each of them first. */
class CcdtSharesTest {

  private static final int CONNECTIONS = 200;
  private static final Optional<Affinity> PREFERRED = Optional.of(Affinity.PREFERRED);
  private static final CcdtLint LINT = new CcdtLint(Set.of());

  private static final List<ServerSocket> LISTENERS = new ArrayList<>();
  private static final List<Integer> DIALED = Collections.synchronizedList(new ArrayList<>());

  @TempDir Path dir;

  /** Each hangs up at once, so that the client goes on to the next address. */
  @BeforeAll
  static void listen() throws IOException {
    for (int i = 0; i < 18; i++) {
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
    String json = Tables.of(entries.toArray(String[]::new));
    assertSharesAreThoseOfTheClient(
        json, CcdtRoute.of(Ccdt.parse("t.json", json), RequestedQueueManager.of("*G")));
  }

  static IntStream seeds() {
    return IntStream.range(0, Boolean.getBoolean("soak") ? 300 : 10);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void randomTables(int seed) throws Exception {
    RandomTable table = new RandomTable(new Random(seed));
    String json = table.json();
    CcdtParser.ParsedTable parsed = CcdtParser.parse("t.json", json);
    CcdtRoute route =
        parsed.table().map(each -> CcdtRoute.of(each, table.requested())).orElse(null);
    if (route == null || route.entries().isEmpty()) {
      assertThat(dials(json, table.requested().given(), 1)).as(json).isEqualTo(List.of(List.of()));
      return;
    }
    List<CcdtFinding> findings = LINT.findings(parsed.table().get(), List.of(route));
    if (findings.stream().noneMatch(each -> each.severity() == CcdtFinding.Severity.ERROR)) {
      assertSharesAreThoseOfTheClient(json, route);
    } else if (route.affinity().isPresent()) {
      List<Integer> fit = route.entries().stream().flatMap(e -> fitPorts(e).stream()).toList();
      assertThat(dials(json, table.requested().given(), 5))
          .as(json)
          .allSatisfy(ports -> assertThat(ports).isSubsetOf(fit));
    }
  }

  private static List<Integer> fitPorts(CcdtEntry entry) {
    return entry.addresses().stream()
        .filter(each -> each.wrongHost().isEmpty() && each.wrongPort().isEmpty())
        .map(CcdtEntry.Address::port)
        .toList();
  }

  /**
   * A table as people write them, with one value in three that cannot be, and what is asked of it.
   */
  private record RandomTable(String json, RequestedQueueManager requested) {

    RandomTable(Random random) {
      this(json(random), RequestedQueueManager.of(any(random, ASKED)));
    }

    private static final List<String> ASKED = List.of("*G", "*G", "*G", " *G", "*H", "*", "G", "");
    private static final List<String> GROUPS = List.of("G", "G", "G", "G ", "H", "");
    private static final List<String> NAMES = List.of("A", "B", "a", "C");
    private static final List<String> AFFINITIES = List.of("none", "none", "none", "preferred", "");

    /** What stands in the text of an entry, and what one may write in its place. */
    private static final List<List<String>> MISTAKES =
        List.of(
            List.of("\"clientWeight\": ", "\"clientWeight\": 1"),
            List.of("\"clientWeight\": ", "\"clientWeight\": -"),
            List.of("\"clientWeight\": ", "\"clientWeight\": 0.5, \"x\": "),
            List.of("\"clientWeight\": ", "\"weight\": "),
            List.of("\"affinity\": \"n", "\"affinity\": \"N"),
            List.of("\"port\": ", "\"port\": 9"),
            List.of("\"port\": ", "\"port\": -"),
            List.of("\"port\": ", "\"port\": \"1\", \"ports\": "),
            List.of("\"host\": \"", "\"host\": \"no such host "),
            List.of("\"host\": \"127.0.0.1\"", "\"host\": \"127.0.0.1(1414)\""),
            List.of("\"host\": \"127.0.0.1\",", ""),
            List.of("\"name\": \"", "\"name\": \"TOO.LONG.A.NAME.FOR.IT"),
            List.of("\"type\": \"clientConnection\",", ""),
            List.of("\"queueManager\": \"", "\"queueManager\": \"*"),
            List.of("\"queueManager\": \"", "\"queueManager\": \"" + "Q".repeat(48)));

    private static String json(Random random) {
      String affinity = any(random, AFFINITIES);
      boolean mixed = random.nextInt(5) == 0;
      int weightless = random.nextInt(3);
      List<String> entries = new ArrayList<>();
      int next = 0;
      for (int i = 0; i <= random.nextInt(6) && next + 3 <= LISTENERS.size(); i++) {
        int addresses = 1 + random.nextInt(3);
        int weight = random.nextInt(3) < weightless ? 0 : random.nextInt(100);
        entries.add(
            entry(
                any(random, NAMES),
                any(random, GROUPS),
                mixed ? any(random, AFFINITIES) : affinity,
                random.nextInt(5) == 0 ? "" : "" + weight,
                next,
                addresses));
        next += addresses;
      }
      if (random.nextInt(3) == 0) {
        List<String> mistake = MISTAKES.get(random.nextInt(MISTAKES.size()));
        int at = random.nextInt(entries.size());
        entries.set(
            at,
            entries
                .get(at)
                .replaceFirst(Pattern.quote(mistake.get(0)), quoteReplacement(mistake.get(1))));
      }
      return Tables.of(entries.toArray(String[]::new));
    }

    private static String any(Random random, List<String> words) {
      return words.get(random.nextInt(words.size()));
    }
  }

  private void assertSharesAreThoseOfTheClient(String json, CcdtRoute route) throws Exception {
    boolean byChance = route.drawn().size() > 1 && !route.affinity().equals(PREFERRED);
    List<List<Integer>> dials =
        dials(json, route.requested().given(), byChance ? CONNECTIONS : CONNECTIONS / 10);
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
    if (!byChance) {
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
  private List<List<Integer>> dials(String json, String queueManager, int connections)
      throws Exception {
    Path file = Files.writeString(dir.resolve("table.json"), json);
    JmsConnectionFactory factory =
        JmsFactoryFactory.getInstance(WMQConstants.JAKARTA_WMQ_PROVIDER).createConnectionFactory();
    factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
    factory.setStringProperty(WMQConstants.WMQ_CCDTURL, file.toUri().toString());
    factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, queueManager);
    List<List<Integer>> dials = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
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
            + "\"connectionManagement\": {%s}"
                .formatted(
                    Stream.of(
                            affinity.isEmpty() ? "" : "\"affinity\": \"" + affinity + "\"",
                            weight.isEmpty() ? "" : "\"clientWeight\": " + weight)
                        .filter(each -> !each.isEmpty())
                        .collect(Collectors.joining(", "))));
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
