package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The search for the highest rate, against a broker whose capacity is known, quiet and beside ten
 * busy loops: the capacity lies between the two rates, or this host, where it is busy, cannot
 * judge. {@code -Dsearches=3} plays each three times, {@code -Dloops=0} only the quiet ones.
 */
@Tag("soak")
class FindMaxIT {

  /** More than any search here asks for. */
  private static final double UNLIMITED = 1e6;

  private static final int NOT_JUDGED = 5;

  private static final Pattern BRACKET =
      Pattern.compile("max rate of senders: ([0-9.,]+) to ([0-9.,]+)/s(, below 'from')?; met at.*");

  @TempDir Path directory;

  static Stream<Arguments> searches() {
    return IntStream.range(0, Integer.getInteger("searches", 1))
        .boxed()
        .flatMap(
            round ->
                BusyLoops.counts()
                    .boxed()
                    .flatMap(
                        loops ->
                            Stream.of(200.0, 20.0, UNLIMITED)
                                .map(capacity -> Arguments.of(capacity, loops))));
  }

  @ParameterizedTest
  @MethodSource("searches")
  @SuppressWarnings("try") // loops that run beside it
  void theCapacityLiesBetweenTheRatesOrTheHostCannotJudge(double capacity, int loops)
      throws Exception {
    try (PeculiarBroker broker = PeculiarBroker.limited(capacity);
        BusyLoops busy = new BusyLoops(loops)) {
      double from = Math.min(capacity, 200) / 3;
      SluiceProcess process = play(broker.url(), from, 6 * from);
      String answer =
          process.lines().stream()
              .map(String::strip)
              .filter(line -> line.startsWith("max rate of senders: "))
              .findFirst()
              .orElseThrow(() -> new AssertionError(process.toString()));
      System.out.println(capacity + "/s, " + loops + " loops: " + answer);
      if (process.exitCode() == NOT_JUDGED) {
        assertThat(answer).contains("this host cannot judge it at");
        assertThat(loops).as("%s", process).isPositive();
        return;
      }
      assertThat(process.exitCode()).as("%s", process).isZero();
      if (capacity == UNLIMITED) {
        assertThat(answer).startsWith("max rate of senders: nothing limited up to ");
        return;
      }
      Matcher bracket = BRACKET.matcher(answer);
      assertThat(bracket.matches()).as(answer).isTrue();
      double low = Double.parseDouble(bracket.group(1).replace(",", ""));
      double high = Double.parseDouble(bracket.group(2).replace(",", ""));
      assertThat(capacity).as(answer).isBetween(low, high);
      assertThat(loops > 0 || high / low <= 1.1).as(answer).isTrue();
    }
  }

  private SluiceProcess play(String url, double from, double to) throws Exception {
    Path plan =
        Files.writeString(
            directory.resolve("plan.yaml"),
            """
            providers: {limited: {type: artemis, url: "%s"}}
            workloads: {senders: {type: send, threads: 16, size: 200, total-rate: 10}}
            run: {interval: 500ms}
            steps:
              - find-max: capacity
                from: %s
                to: %s
                settle: 1s
                window: 5s
                precision: 4%%
                within: 4m
                objectives: [achieved/target >= 0.98]
            """
                .formatted(url, from, to));
    return SluiceProcess.run(directory, List.of("run", plan.toString()));
  }
}
