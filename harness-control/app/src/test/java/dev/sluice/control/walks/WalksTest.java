package dev.sluice.control.walks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who follows a command or a count through the code reads few classes. The walks are recorded as
 * the program runs, by a debugger; {@link RateWalk} and {@link CountWalk} say what is on the way.
 * The rate changes by little, because a worker under a debugger would be late for a higher one, and
 * not wait for its due time.
 */
@Timeout(900)
class WalksTest {

  private static final String WORKER = "senders-1";

  /** So many classes may be on the way of a rate command to a worker. */
  private static final int MOST_FOR_A_RATE = 22;

  /** So many may be on that of a count to {@code run.json}. */
  private static final int MOST_FOR_A_COUNT = 20;

  private static final int COMMIT_EVERY = 997;

  @Test
  void aRatePassesFewClassesFromTheSocketToAWakingWorker() throws Exception {
    try (WalkedProgram program =
            new WalkedProgram(line("send --provider null --rate 0.0001 --control 0"));
        WalkedProgram.Commands commands = program.commands()) {
      commands.ask("rate 0.0002"); // so that no class is new
      Set<String> way =
          RateWalk.record(program.machine(), WORKER, () -> commands.send("rate +0.115"));
      assertThat(way).hasSizeLessThanOrEqualTo(MOST_FOR_A_RATE);
    }
  }

  @Test
  @Tag("soak") // an interval of 30 s and a debugger beside a broker
  void aCountPassesFewClassesFromTheWorkerToTheRunFolder(@TempDir Path folder) throws Exception {
    List<String> line =
        line(
            "send --provider embedded --queue Q --rate 0.0001 --interval 30s --control 0"
                + " --transacted --commit-every "
                + COMMIT_EVERY
                + " --out");
    line.add(folder.resolve("run").toString());
    try (WalkedProgram program = new WalkedProgram(line);
        WalkedProgram.Commands commands = program.commands()) {
      commands.awaitInterval();
      commands.ask("rate 0");
      Set<String> way = new TreeSet<>(CountWalk.counting(program.machine(), WORKER));
      long committed = commands.pauseWithin(COMMIT_EVERY);
      way.addAll(
          CountWalk.record(
              program.machine(),
              committed,
              List.of("intervals", "main", "sink-RunFolder"),
              List.of(
                  new CountWalk.Station("Measurement.close", true, ""),
                  new CountWalk.Station("Measurement.summary", false, "EventBus$SinkQueue.offer"),
                  new CountWalk.Station("RunFolder.summary", true, "FileOpener.replace")),
              () -> commands.ask("stop")));
      assertThat(way).hasSizeLessThanOrEqualTo(MOST_FOR_A_COUNT);
    }
  }

  private static List<String> line(String text) {
    return new ArrayList<>(List.of(text.split(" ")));
  }
}
