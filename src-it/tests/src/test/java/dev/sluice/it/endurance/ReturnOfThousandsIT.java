package dev.sluice.it.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.ClientJar;
import dev.sluice.it.run.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * All workers lose their broker at once, and come back by the rate that is allowed: some hundred of
 * them, with {@code -Dendurance.minutes=60} ten thousand. When exactly who comes, {@code
 * ReturnFromAnOutageTest} holds in virtual time.
 */
@Tag("soak")
@EnabledOnOs(OS.LINUX)
class ReturnOfThousandsIT {

  private static final boolean MANY = EnduranceIT.MINUTES >= 10;
  private static final int WORKERS = MANY ? 10_000 : 300;
  private static final int PER_SECOND = MANY ? 500 : 100;
  private static final double SENDS_PER_SECOND = MANY ? 0.2 : 1; // of each
  private static final int OUTAGE_SECONDS = MANY ? 15 : 3;
  private static final long MAX_RESIDENT_BYTES = 2L << 30;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Pattern STARTED = Pattern.compile(".*all workers are up.*");
  private static final String TIME = "\\d\\d:\\d\\d:\\d\\d";
  private static final Pattern SOME_UP =
      Pattern.compile(TIME + " senders .*  up \\d+/" + WORKERS + "\\b.*");
  private static final Pattern ALL_UP = Pattern.compile(TIME + " senders (?!.*  up ).*");
  private static final Pattern SUMMARY = Pattern.compile("  measured .*");

  @TempDir Path directory;

  @Test
  void allComeBackByTheRateAllowed() throws Exception {
    Path results = directory.resolve("results");
    Path trigger = directory.resolve("trigger");
    try (LiveProcess run =
        LiveProcess.start(
            "send --provider factory --class-path %s --factory-class %s --factory-property trigger=%s --factory-property seconds=%d"
                    .formatted(
                        ClientJar.of(OutageFactory.class, directory.resolve("client.jar")),
                        OutageFactory.class.getName(),
                        trigger,
                        OUTAGE_SECONDS)
                + " --threads %d --rate %s --reconnect-rate %d --start-parallel 64 --interval 1s"
                    .formatted(WORKERS, SENDS_PER_SECOND, PER_SECOND)
                + " --out "
                + results,
            "-Xmx1g",
            "-XX:+UseSerialGC")) {
      assertThat(run.await(0, STARTED, PATIENCE)).as("%s", run).isPresent();
      Files.createFile(trigger);
      assertThat(run.await(0, SOME_UP, PATIENCE)).as("%s", run).isPresent();
      assertThat(run.await(run.lines().size(), ALL_UP, PATIENCE)).as("%s", run).isPresent();
      run.interrupt();
      assertThat(run.await(0, SUMMARY, PATIENCE)).as("%s", run).isPresent();
      long residentBytes = Footprint.peakBytes(run.pid());
      run.exitCode(PATIENCE);
      List<Integer> attempts =
          Files.readAllLines(directory.resolve("attempts.txt")).stream()
              .map(Integer::parseInt)
              .toList();
      System.out.printf(
          "%,d workers, outage of %d s, at most %d attempts/s, peak of memory %,d bytes;"
              + " attempts in each second: %s%n",
          WORKERS,
          OUTAGE_SECONDS,
          PER_SECOND,
          residentBytes,
          attempts.subList(0, attempts.stream().map(n -> n > 0).toList().lastIndexOf(true) + 1));
      JSONObject workload = RunSummary.read(results).workload("senders");
      JSONObject reconnects = workload.getJSONObject("reconnects");
      assertThat(reconnects.getInt("count")).as("%s", workload).isEqualTo(WORKERS);
      assertThat(reconnects.getInt("notBack")).isZero();
      assertThat(residentBytes).isLessThan(MAX_RESIDENT_BYTES);
      // a busy host has attempts later than they were allowed, and never earlier
      long sum = 0;
      for (int second = 0; second < attempts.size(); second++) {
        sum += attempts.get(second);
        assertThat(sum)
            .as("up to second %d", second)
            .isLessThanOrEqualTo(PER_SECOND * (second + 2L));
      }
      assertThat(sum).isGreaterThanOrEqualTo(WORKERS);
    }
  }
}
