package dev.sluice.it.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A harness and a broker, two processes, of which now one and now the other stands still. The one
 * that stood still longer is named first. {@code -Dmixtures=40} plays more.
 */
@Tag("soak")
class MixturesOfTroubleIT {

  private static final int MIXTURES = Integer.getInteger("mixtures", 2);
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern STARTED = Pattern.compile(".*all workers are up.*");
  private static final Pattern VERDICT = Pattern.compile(" *verdict .*");

  @Test
  void whoStoodStillLongerIsNamedFirst() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (int seed = 0; seed < MIXTURES; seed++) {
      Random random = new Random(seed);
      boolean mostlyHarness = seed % 2 == 0;
      List<Boolean> order = new ArrayList<>(List.of(mostlyHarness, mostlyHarness, !mostlyHarness));
      Collections.shuffle(order, random);
      String expected = mostlyHarness ? "verdict harness limited" : "verdict saturated";
      String verdict = play(order, mostlyHarness, random);
      if (!verdict.strip().startsWith(expected)) {
        wrong.add("seed " + seed + ", harness " + order + ": " + verdict);
      }
    }
    assertThat(wrong).isEmpty();
  }

  /**
   * Returns what it says at the end.
   *
   * @param order whether the harness stands still, or else the broker
   */
  private static String play(List<Boolean> order, boolean mostly, Random random) throws Exception {
    try (BrokerProcess broker = new BrokerProcess();
        LiveProcess run =
            LiveProcess.start(
                "send --provider artemis --url "
                    + broker.url()
                    + " --queue Q --persistent --threads 4 --rate 50")) {
      assertThat(run.await(0, STARTED, PATIENCE)).as("%s", run).isPresent();
      for (boolean harness : order) {
        Thread.sleep(1_500); // for processes, which are real ones, time passes
        Duration time =
            Duration.ofMillis((harness == mostly ? 3_500 : 1_800) + random.nextInt(500));
        if (harness) {
          run.signal("STOP");
          Thread.sleep(time.toMillis());
          run.signal("CONT");
        } else {
          broker.suspend(time);
        }
      }
      Thread.sleep(2_000);
      run.interrupt();
      run.exitCode(PATIENCE);
      return run.await(0, VERDICT, PATIENCE).orElseThrow().group();
    }
  }
}
