package dev.sluice.it.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged program on the brokers that it can be had with: each feature works there, or is
 * refused in one line; and what their clients do by themselves. {@code docs/providers.md} shows
 * what was seen, and {@code -Dbrokers.write=true} writes it there; {@code target/brokers.md} has it
 * in any case. {@code -Dbrokers=WORD} plays only those whose titles contain the word, and compares
 * nothing.
 */
@Tag("soak")
class BrokersIT {

  private static final Path ROOT = PackagedProgram.root();
  private static final Path PAGE = ROOT.resolve("docs/providers.md");
  private static final String CHOSEN = System.getProperty("brokers", "");

  private final BrokerTable features = new BrokerTable();
  private final BrokerTable habits = new BrokerTable();

  @TempDir Path folder;

  /** Makes a broker that keeps its data in a folder of its own. */
  @FunctionalInterface
  private interface Kind {
    TestedBroker in(Path folder) throws Exception;
  }

  private static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    kinds.put("embedded", own -> new EmbeddedBroker());
    kinds.put(titled("Artemis", "artemis"), ArtemisServer::alone);
    kinds.put("Artemis, paging", ArtemisServer::paging);
    kinds.put("Artemis, a pair", ArtemisServer::pair);
    kinds.put(titled("ActiveMQ Classic", "activemqClassic"), ClassicServer::new);
    kinds.put(titled("Qpid Broker-J", "qpidBroker"), BrokerJ::new);
    kinds.put("RabbitMQ", RabbitMq::new);
    kinds.put(titled("Open MQ", "openMq"), OpenMq::new);
    for (String version : List.of("ibm.mq.older", "ibm.mq", "ibm.mq.newer")) {
      kinds.put(titled("IBM", version), own -> new SimulatedMq(own, version));
    }
    kinds.put(titled("pooled-jms", "pooledJms"), PooledArtemis::byPooledJms);
    kinds.put(titled("Spring", "springJms"), PooledArtemis::bySpring);
    kinds.keySet().removeIf(title -> !title.contains(CHOSEN));
    return kinds;
  }

  private static String titled(String broker, String version) {
    return broker + " " + PinnedVersions.of(version);
  }

  @TestFactory
  Stream<DynamicNode> eachFeatureWorksOrIsRefused() {
    return Stream.concat(
        kinds().entrySet().stream().map(kind -> column(kind.getKey(), kind.getValue())),
        Stream.of(DynamicTest.dynamicTest("the documentation", this::compare)));
  }

  private DynamicNode column(String kindTitle, Kind kind) {
    try {
      Path own = Files.createDirectories(folder.resolve(kindTitle.replace(' ', '-')));
      TestedBroker broker = kind.in(own);
      String title = broker.titled(kindTitle);
      Trial trial = new Trial(broker, own);
      return DynamicContainer.dynamicContainer(
          title,
          Stream.<Stream<DynamicNode>>of(
                  Stream.of(DynamicTest.dynamicTest("start", trial::start)),
                  Arrays.stream(Habit.values())
                      .filter(habit -> broker.watchedPort().isPresent())
                      .map(row -> cell(trial, habits, title, row.title(), () -> row.see(broker))),
                  Arrays.stream(Feature.values())
                      .map(row -> cell(trial, features, title, row.title(), () -> row.see(trial))))
              .flatMap(Function.identity())
              .onClose(broker::close));
    } catch (Exception e) {
      return DynamicTest.dynamicTest(
          kindTitle,
          () -> {
            throw e;
          });
    }
  }

  private static DynamicNode cell(
      Trial trial, BrokerTable table, String title, String row, Callable<Outcome> seen) {
    return DynamicTest.dynamicTest(
        row,
        () -> {
          assumeThat(trial.hasStarted()).isTrue();
          table.add(title, row, seen.call());
        });
  }

  private void compare() throws Exception {
    List<String> ofFeatures =
        features.lines(Arrays.stream(Feature.values()).map(Feature::title).toList());
    List<String> ofHabits = habits.lines(Arrays.stream(Habit.values()).map(Habit::title).toList());
    List<String> both = Stream.of(ofFeatures, ofHabits).flatMap(List::stream).toList();
    Files.write(ROOT.resolve("src-it/tests/target/brokers.md"), both);
    System.out.println(String.join("\n", both));
    if (!CHOSEN.isEmpty()) {
      return;
    }
    assumeThat(features.brokers()).as("all brokers are here").hasSameSizeAs(kinds().keySet());
    compare("brokers", ofFeatures);
    compare("clients", ofHabits);
  }

  private static void compare(String table, List<String> seen) throws IOException {
    GeneratedPart documented = new GeneratedPart(PAGE, table);
    if (Boolean.getBoolean("brokers.write")) {
      documented.write(seen);
    }
    assertThat(seen).as("-Dbrokers.write=true writes what was seen").isEqualTo(documented.lines());
  }
}
