package dev.sluice.it.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random faults around a run of the packaged program: its account closes, as a second witness sees
 * it. {@code -Dseed=} plays other ones, {@code -Dnemesis.faults=200} more of them, {@code
 * -Dnemesis.fault=quiesced} only those with this in their title.
 */
@Tag("soak")
class NemesisIT {

  private static final int FAULTS_PER_ROUND = 4;
  private static final int FAULTS = Integer.getInteger("nemesis.faults", 2);
  private static final long SEED = Long.getLong("seed", 16);
  private static final String ONLY = System.getProperty("nemesis.fault", "");

  @TempDir Path directory;

  static Stream<Arguments> brokers() {
    String only = System.getProperty("nemesis.broker", "");
    return Stream.of(
            Arguments.of("Artemis", (Broker.Maker) ArtemisBroker::new),
            Arguments.of("simulated queue manager", (Broker.Maker) SimulatedQueueManager::new),
            Arguments.of("ActiveMQ Classic", (Broker.Maker) ClassicBroker::new))
        .filter(broker -> broker.get()[0].toString().contains(only));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokers")
  void theAccountCloses(String name, Broker.Maker maker) throws Exception {
    System.out.println("seed " + SEED + ", " + FAULTS + " faults, " + name);
    SplittableRandom seeds = new SplittableRandom(SEED);
    FaultTable table = new FaultTable();
    List<String> broken = new ArrayList<>();
    try (Broker broker = maker.start(directory)) {
      Set<Fault> faults = Fault.ofAny();
      faults.addAll(broker.faults());
      faults.removeIf(fault -> !fault.title().contains(ONLY));
      Deck deck = new Deck(faults, seeds.split());
      for (int played = 0; played < FAULTS; played += FAULTS_PER_ROUND) {
        Path folder = Files.createDirectory(directory.resolve("round-" + played));
        long seed = seeds.nextLong();
        broken.addAll(
            Round.play(
                broker,
                folder,
                deck,
                Math.min(FAULTS_PER_ROUND, FAULTS - played),
                new SplittableRandom(seed),
                table));
        System.out.println(name + "\n" + table); // what there is, should the rest not be played
      }
    }
    assertThat(broken).as("seed %d", SEED).isEmpty();
  }
}
