package dev.sluice.it.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * 20,000 messages a second with a small heap, while clients ask for figures: heap, memory, threads
 * and descriptors stay as they are. For {@code -Dendurance.minutes}.
 */
@Tag("soak")
@EnabledOnOs(OS.LINUX)
class EnduranceIT {

  static final double MINUTES = Double.parseDouble(System.getProperty("endurance.minutes", "0.5"));
  private static final Duration LENGTH = Duration.ofMillis(Math.round(MINUTES * 60_000));
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(3);

  /** Enough for thirds of several, however short the test or slow the host. */
  private static final int LOOKS = Math.max(9, Math.min(60, (int) (MINUTES * 60 / 3)));

  /** A JVM compiles and loads for some minutes, which a short run does not outlast. */
  private static final Percentage GROWTH =
      Percentage.withPercentage(LENGTH.compareTo(Duration.ofMinutes(10)) >= 0 ? 5 : 10);

  private static final Pattern COMMANDS = Pattern.compile("commands on 127\\.0\\.0\\.1:(\\d+)");
  private static final Pattern METRICS =
      Pattern.compile("metrics on 127\\.0\\.0\\.1:(\\d+), path /metrics");
  private static final Pattern STARTED = Pattern.compile(".*all workers are up.*");

  @TempDir Path directory;

  @Test
  void nothingGrows() throws Exception {
    Path results = directory.resolve("results");
    try (LiveProcess run =
        LiveProcess.start(
            "send --provider null --threads 10 --total-rate 20000 --verify --control 0 --metrics 0"
                + " --out "
                + results,
            "-Xms128m",
            "-Xmx128m",
            "-XX:+UseSerialGC", // touches the same memory again and again
            "-XX:+AlwaysPreTouch",
            "-XX:-UseDynamicNumberOfCompilerThreads")) {
      assertThat(run.await(0, STARTED, PATIENCE)).as("%s", run).isPresent();
      int commands = port(run, COMMANDS);
      int metrics = port(run, METRICS);
      List<Footprint> looks = new ArrayList<>();
      long beganNanos = System.nanoTime();
      Duration pause = LENGTH.dividedBy(LOOKS);
      pause = pause.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : pause;
      while (looks.size() < LOOKS) {
        ask(commands, "status");
        scrape(metrics);
        looks.add(Footprint.of(run.pid()));
        System.out.printf(
            "after %4d s: %s%n",
            Duration.ofNanos(System.nanoTime() - beganNanos).toSeconds(),
            looks.get(looks.size() - 1));
        Thread.sleep(pause.toMillis()); // for the process, which is a real one, time passes
      }
      ask(commands, "status\nstop");
      assertThat(run.exitCode(PATIENCE)).as("%s", run).isZero();
      assertThat(results.resolve("report.html")).exists();
      assertThat(Files.size(results.resolve("intervals.csv"))).isPositive();
      assertFlat("live heap", looks, Footprint::liveHeapBytes, GROWTH);
      assertFlat("resident memory", looks, Footprint::residentBytes, GROWTH);
      assertNoMore("threads", looks, Footprint::threads);
      assertNoMore("descriptors", looks, Footprint::descriptors);
    }
  }

  /** The last third is as the one before; in the first, a JVM still grows into its work. */
  private static void assertFlat(
      String what, List<Footprint> looks, ToLongFunction<Footprint> figure, Percentage growth) {
    int third = looks.size() / 3;
    long before = Footprint.median(looks.subList(third, 2 * third), figure);
    long after = Footprint.median(looks.subList(2 * third, looks.size()), figure);
    assertThat(after).as("%s: %s", what, looks).isCloseTo(before, growth);
  }

  /**
   * What is kept does not grow; connections of the test come and go, one more or fewer at a look.
   */
  private static void assertNoMore(
      String what, List<Footprint> looks, ToLongFunction<Footprint> figure) {
    int third = looks.size() / 3;
    assertThat(least(looks.subList(2 * third, looks.size()), figure))
        .as("%s: %s", what, looks)
        .isLessThanOrEqualTo(least(looks.subList(third, 2 * third), figure));
  }

  private static long least(List<Footprint> looks, ToLongFunction<Footprint> figure) {
    return looks.stream().mapToLong(figure).min().orElseThrow();
  }

  private static int port(LiveProcess run, Pattern line) throws Exception {
    return Integer.parseInt(run.await(0, line, PATIENCE).orElseThrow().group(1));
  }

  private static void ask(int commands, String lines) throws Exception {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), commands)) {
      client.getOutputStream().write((lines + "\nquit\n").getBytes(StandardCharsets.US_ASCII));
      assertThat(text(client.getInputStream())).contains("senders");
    }
  }

  private static void scrape(int metrics) throws Exception {
    try (InputStream answer =
        URI.create("http://127.0.0.1:" + metrics + "/metrics").toURL().openStream()) {
      assertThat(text(answer)).contains("sluice_");
    }
  }

  private static String text(InputStream in) throws Exception {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
