package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search for the highest rate, against a broker whose capacity is known. */
@Tag("soak")
class FindMaxIT {

  private static final double CAPACITY_PER_SECOND = 1_000;

  private static final Pattern ANSWER =
      Pattern.compile(
          "max rate of senders: ([0-9.,]+)/s [+]/- [0-9.,]+ .95 % confidence.*; missed at .*");

  @TempDir Path directory;

  @Test
  void theCapacityIsFoundWithin90Seconds() throws Exception {
    try (PeculiarBroker broker = PeculiarBroker.limited(CAPACITY_PER_SECOND)) {
      Path plan = directory.resolve("plan.yaml");
      Files.writeString(
          plan,
          """
          providers: {limited: {type: artemis, url: "%s"}}
          workloads: {senders: {type: send, threads: 32, size: 200, total-rate: 100}}
          run: {interval: 500ms}
          steps:
            - find-max: capacity
              from: 300
              settle: 500ms
              window: 2500ms
              precision: 2%%
              within: 85s
              objectives: [achieved/target >= 0.95]
          """
              .formatted(broker.url()));
      SluiceProcess process = SluiceProcess.run(directory, List.of("run", plan.toString()));
      assertThat(process.exitCode()).as("%s", process).isZero();
      List<Double> found =
          process.lines().stream()
              .map(String::strip)
              .map(ANSWER::matcher)
              .filter(Matcher::matches)
              .map(matcher -> Double.parseDouble(matcher.group(1).replace(",", "")))
              .toList();
      assertThat(found).as("%s", process).hasSize(1);
      assertThat(found.get(0)).isCloseTo(CAPACITY_PER_SECOND, Percentage.withPercentage(3));
      assertThat(process.lines()).noneMatch(line -> line.contains("ran out of time"));
    }
  }
}
