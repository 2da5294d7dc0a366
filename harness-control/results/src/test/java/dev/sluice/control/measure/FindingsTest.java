package dev.sluice.control.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Window;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The peak of a curve, and its law. */
class FindingsTest {

  @ParameterizedTest
  @CsvSource({
    // the first that is near the peak, after a rise
    "500 990 1000, 10, 12, 1",
    "500 700 960 980 1000, 10, 12, 2",
    // without errors, by its figure alone
    "500 960 1000, 0, 3, 1",
    "500 940 960 1000, 0, 3, 2",
    // 940 may be as near as 960, from which it did not move
    "500 940 960 1000, 60, 12, 1",
    // a flat curve has no knee, however it is shaken
    "985 990 1000, 100, 12, -1",
    "990 1000 1010 1000 990, 50, 12, -1",
    // nor has one that rises to its end
    "500 700 850 1000, 10, 12, -1",
    "1000 700 500, 10, 12, -1"
  })
  void withoutALawAKneeIsARiseBeyondTheErrors(String rates, double noise, int seconds, int knee) {
    Findings findings = findings();
    SplittableRandom random = new SplittableRandom(5);
    int number = 0;
    for (String rate : rates.split(" ")) {
      row(
          findings,
          "row" + number++,
          Map.of(),
          StepRow.Beside.NOTHING,
          seconds,
          () -> Integer.parseInt(rate) + noise * random.nextGaussian());
    }
    String answer = answer(findings);
    assertThat(answer).startsWith("peak: ");
    if (knee < 0) {
      assertThat(answer).doesNotContain("knee");
    } else {
      assertThat(answer).contains("; knee: ").endsWith(" at row" + knee);
    }
  }

  /** Errors of the rows, and of rounds of rows that know none. */
  @ParameterizedTest
  @CsvSource({"60, 1", "3, 3"})
  void aSweepEndsWithItsLaw(int seconds, int rounds) {
    assertThat(sweep("10 20 30 40 50 60 70 80", seconds, rounds))
        .contains("; by senders: linear within the error up to 8: ")
        .doesNotContain("then")
        .doesNotContain("knee")
        .endsWith("; db has 98 to 98 % of its processors busy from 7 on");
    assertThat(sweep("10 20 30 40 40 40 40 40", seconds, rounds))
        .containsPattern("; by senders: linear up to (4|3\\.9|4\\.1) \\(.*, then flat: ")
        .doesNotContain("knee");
  }

  /** Too few points, and errors that nobody knows. */
  @ParameterizedTest
  @CsvSource({"50 97 100, 60, 1", "50 97 100, 3, 2", "50 97 100 100 100, 3, 1"})
  void whereNoLawCanBeKnownItIsTheKnee(String rates, int seconds, int rounds) {
    assertThat(sweep(rates, seconds, rounds)).contains("; knee: ").doesNotContain("senders:");
  }

  @Test
  void aLawIsOfOneNumberThatVaries() {
    for (Map<String, String> other :
        List.of(
            Map.of("senders", "many"),
            Map.of("senders", "2"),
            Map.of("senders", "9", "size", "2"))) {
      Findings findings = findings();
      played(findings, "10 20 30 40 50", 3, 3);
      row(findings, "other", other, StepRow.Beside.NOTHING, 3, () -> 10);
      assertThat(answer(findings)).doesNotContain("; by ");
    }
  }

  private static String sweep(String hundreds, int seconds, int rounds) {
    Findings findings = findings();
    played(findings, hundreds, seconds, rounds);
    return answer(findings);
  }

  private static void played(Findings findings, String hundreds, int seconds, int rounds) {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 1; round <= rounds; round++) {
      int senders = 1;
      for (String each : hundreds.split(" ")) {
        double rate = 100 * Integer.parseInt(each) * (1 + 0.005 * random.nextGaussian());
        row(
            findings,
            senders + " senders",
            Map.of("senders", senders + "", StepRow.ROUND, round + ""),
            busy(senders < 7 ? 0.5 : 0.98),
            seconds,
            () -> rate * (1 + 0.01 * random.nextGaussian()));
        senders++;
      }
    }
  }

  private static StepRow.Beside busy(double share) {
    return new StepRow.Beside(
        OptionalDouble.empty(),
        Map.of(),
        OptionalDouble.empty(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of("db", share),
        OptionalDouble.empty());
  }

  private static Findings findings() {
    return new Findings(List.of(), new SplittableRandom(1));
  }

  private static String answer(Findings findings) {
    findings.runEnded();
    return findings.answers().get(0);
  }

  private static void row(
      Findings findings,
      String name,
      Map<String, String> variables,
      StepRow.Beside beside,
      int seconds,
      DoubleSupplier rate) {
    IntervalSum done = new IntervalSum("w");
    for (int second = 0; second < seconds; second++) {
      done.add(interval(Math.round(rate.getAsDouble())));
    }
    findings.row(
        findings.nextRow(
            name, new Target("w", ""), variables, done, Optional.empty(), beside, Map.of()));
  }

  private static Snapshot interval(long done) {
    return Snapshots.second(1, Window.none("w").counting(Counts.ZERO.with(Counter.DONE, done)));
  }
}
