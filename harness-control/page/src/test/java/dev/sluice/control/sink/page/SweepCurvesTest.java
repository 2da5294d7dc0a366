package dev.sluice.control.sink.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.measure.Target;
import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepCurvesTest {

  private static List<List<String>> table(String... lines) {
    return Stream.of(lines).map(line -> List.of(line.split(",", -1))).toList();
  }

  private static List<JSONObject> sweeps(List<List<String>> table, String... variables) {
    return SweepCurves.of(table, List.of(variables)).stream()
        .map(json -> new JSONObject(json.toString()))
        .toList();
  }

  private static List<String> curves(JSONObject sweep) {
    return curves(sweep, "curves");
  }

  /** Each curve as {@code label: x[rows] x[rows]}. */
  private static List<String> curves(JSONObject sweep, String of) {
    List<String> curves = new ArrayList<>();
    for (Object each : sweep.getJSONArray(of)) {
      JSONObject curve = (JSONObject) each;
      StringBuilder text = new StringBuilder(curve.getString("label")).append(':');
      JSONArray x = curve.getJSONArray("x");
      for (int i = 0; i < x.length(); i++) {
        text.append(' ').append(x.get(i)).append(curve.getJSONArray("rows").get(i));
      }
      curves.add(text.toString());
    }
    return curves;
  }

  @Test
  void theInnermostNumberIsTheAxisAndTheOthersTellCurvesApart() {
    List<JSONObject> sweeps =
        sweeps(
            table(
                "step,workload,achieved_per_second,size,pairs,requesters",
                "a,r,10,2KiB,1,6",
                "b,r,20,2KiB,2,12",
                "c,r,5,64KiB,1,6",
                "d,r,9,64KiB,2,12"),
            "size",
            "pairs",
            "requesters");
    assertThat(sweeps)
        .extracting(sweep -> sweep.getString("variable"))
        .containsExactly("pairs", "size", "requesters");
    // requesters follow from pairs, so they tell nothing apart
    assertThat(curves(sweeps.get(0)))
        .containsExactly("size 2KiB: 1[0] 2[1]", "size 64KiB: 1[2] 2[3]");
    assertThat(sweeps.get(0).getBoolean("logarithmic")).isFalse();
    assertThat(curves(sweeps.get(1)))
        .containsExactly("pairs 1: 2048[0] 65536[2]", "pairs 2: 2048[1] 65536[3]");
    assertThat(sweeps.get(1).getBoolean("logarithmic")).isTrue();
    assertThat(sweeps.get(1).getJSONArray("ticks").getJSONObject(0).getString("label"))
        .isEqualTo("2KiB");
  }

  /** Values at the same distance are on a straight axis, however far the last is from the first. */
  @ParameterizedTest
  @CsvSource({
    "1 2 3 4 5 6 7 8 9 10 11 12, false",
    "12 1 6.5, false",
    "10 100 190, false",
    "1 2 4 8 16 32, true",
    "1 2 5 10 20 50, true",
    "2KiB 20KiB 200KiB, true",
    "1 100, true",
    "1 2 3, false",
  })
  void anAxisIsLogarithmicWhereItsValuesAreFarAndUneven(String values, boolean logarithmic) {
    List<String> lines = new ArrayList<>(List.of("step,workload,achieved_per_second,n"));
    for (String each : values.split(" ")) {
      lines.add("s,w,1," + each);
    }
    assertThat(sweeps(table(lines.toArray(String[]::new)), "n").get(0).getBoolean("logarithmic"))
        .isEqualTo(logarithmic);
  }

  /** As figures of a study draw them: a point for each run, whatever reached it. */
  @Test
  void theHighestRateOfEachRunIsAPointAgainstWhatRunsDifferIn() {
    List<String> lines =
        new ArrayList<>(
            List.of("step,workload,target_per_second,achieved_per_second,kind,cores,threads,run"));
    int peak = 0; // of each run another one
    for (String kind : List.of("nha", "single")) {
      for (int cores : new int[] {1, 4}) {
        for (int i = 0; i < 3; i++) {
          int achieved = 1_000 * cores + (i == peak % 3 ? 9 : i);
          lines.add(
              "s,w,,%d,%s,%d,%d,run-%s-%d".formatted(achieved, kind, cores, 1 << i, kind, cores));
        }
        peak++;
      }
    }
    List<JSONObject> sweeps =
        sweeps(table(lines.toArray(String[]::new)), "kind", "cores", "threads");
    assertThat(sweeps)
        .extracting(sweep -> sweep.getString("variable"))
        .containsExactly("threads", "kind", "cores");
    assertThat(sweeps.get(0).has("peaks")).as("a run has no one number of threads").isFalse();
    assertThat(curves(sweeps.get(1), "peaks"))
        .containsExactly("cores 1: 0[0] 1[8]", "cores 4: 0[4] 1[9]");
    assertThat(curves(sweeps.get(2), "peaks"))
        .containsExactly("kind nha: 1[0] 4[4]", "kind single: 1[8] 4[9]");
  }

  @Test
  void runsOfOneStepOrWithATargetHaveNoPeak() {
    assertThat(
            sweeps(
                table(
                    "step,workload,target_per_second,achieved_per_second,n,run",
                    "a,w,,10,1,run-1",
                    "b,w,,20,2,run-2",
                    "c,w,50,30,3,run-3",
                    "d,w,60,40,3,run-3",
                    "e,w,70,50,3,run-3",
                    "f,w,50,30,4,run-4",
                    "g,w,60,40,4,run-4",
                    "h,w,70,50,4,run-4"),
                "n"))
        .hasSize(1)
        .noneMatch(sweep -> sweep.has("peaks"));
  }

  @Test
  void roundsOfARepetitionAreOnePoint() {
    List<JSONObject> sweeps =
        sweeps(
            table("step,workload,threads,round", "a,s,1,1", "b,s,2,1", "c,s,1,2", "d,s,2,2"),
            "round",
            "threads");
    assertThat(sweeps).hasSize(1);
    assertThat(curves(sweeps.get(0))).containsExactly(": 1[0,2] 2[1,3]");
  }

  /** Whatever the rates, the rounds and the errors: one peak and one knee. */
  @Test
  void theKneeOfThePageIsTheOneThatIsFound() {
    SplittableRandom random = new SplittableRandom(3);
    int knees = 0;
    for (int sweep = 0; sweep < 300; sweep++) {
      Findings findings = new Findings(List.of(), random);
      int points = 3 + random.nextInt(5);
      int rounds = 1 + random.nextInt(3);
      double noise = random.nextDouble(0.1);
      double[] rates = random.doubles(points, 500, 1_000).sorted().toArray();
      for (int i = 0; i < rounds * points; i++) {
        double rate = rates[i % points] * (1 + noise * random.nextGaussian());
        findings.row(row(findings, i % points, i / points, rate, noise, random));
      }
      findings.runEnded();
      JSONObject curve = curve(findings.rows());
      int peak = curve.getInt("peak");
      int knee = curve.optInt("knee", -1);
      assertThat(findings.answers().get(0))
          .matches("peak: .* at " + peak + (knee < 0 ? "" : "; knee: .* at " + knee));
      assertThat(curve.has("means")).isEqualTo(rounds > 1);
      if (rounds > 1) {
        JSONArray mean = (JSONArray) curve.query("/means/achieved_per_second/" + peak);
        Estimate all =
            Estimate.ofSamples(
                findings.rows().stream()
                    .filter(row -> row.name().equals("" + peak))
                    .mapToDouble(row -> row.done().achievedPerSecond())
                    .toArray());
        assertThat(mean.getDouble(0)).isCloseTo(all.value(), within(0.01));
        assertThat(mean.isNull(1)).isEqualTo(all.interval(0.95).relativeError() >= 1);
      }
      knees += knee < 0 ? 0 : 1;
    }
    assertThat(knees).isBetween(30, 270);
  }

  private static StepRow row(
      Findings findings, int point, int round, double rate, double noise, SplittableRandom random) {
    IntervalSum done = new IntervalSum("w");
    for (int second = 1; second <= 12; second++) {
      long count = Math.max(1, Math.round(rate * (1 + noise * random.nextGaussian())));
      done.add(
          Snapshots.second(
              second, Window.none("w").counting(Counts.ZERO.with(Counter.DONE, count))));
    }
    return findings.nextRow(
        "" + point,
        new Target("w", ""),
        Map.of(StepRow.ROUND, "" + round),
        done,
        Optional.empty(),
        StepRow.Beside.NOTHING,
        Map.of());
  }

  private static JSONObject curve(List<StepRow> rows) {
    List<List<String>> table = new ArrayList<>();
    Metric rate = Metric.ACHIEVED;
    table.add(
        List.of(
            "step",
            "workload",
            "round",
            rate.column(),
            rate.column("confidence95_low"),
            rate.column("confidence95_high")));
    for (StepRow row : rows) {
      Interval known = row.known(rate);
      table.add(
          List.of(
              row.name(),
              "w",
              row.variables().get(StepRow.ROUND),
              "" + row.done().achievedPerSecond(),
              known.known() ? "" + known.low() : "",
              known.known() ? "" + known.high() : ""));
    }
    return sweeps(table, "step", "round").get(0).getJSONArray("curves").getJSONObject(0);
  }

  @Test
  void wordsLieInTheOrderOfTheLoop() {
    List<JSONObject> sweeps =
        sweeps(table("step,workload,qm", "a,s,QM2", "b,s,QM10", "c,s,QM1"), "qm");
    assertThat(curves(sweeps.get(0))).containsExactly(": 0[0] 1[1] 2[2]");
  }

  @Test
  void severalMeasuresOfARoundAreCurvesOfTheirOwn() {
    List<JSONObject> sweeps =
        sweeps(table("step,workload,n", "cold,s,1", "warm,s,1", "cold,s,2", "warm,s,2"), "n");
    assertThat(curves(sweeps.get(0))).containsExactly("cold: 1[0] 2[2]", "warm: 1[1] 2[3]");
    sweeps =
        sweeps(
            table(
                "step,workload,n",
                "1 pair and before,s,1",
                "1 pair and after,s,1",
                "20 pairs and before,s,20",
                "20 pairs and after,s,20"),
            "n");
    assertThat(curves(sweeps.get(0)))
        .as("by the words that the steps of one place share and others have not")
        .containsExactly("before: 1[0] 20[2]", "after: 1[1] 20[3]");
    sweeps =
        sweeps(table("step,workload,n,seconds", "a,s,1,5", "a,s,1,6", "a,s,2,7", "a,s,2,8"), "n");
    assertThat(curves(sweeps.get(0)))
        .as("by numbers where names tell nothing")
        .containsExactly("measure 1: 1[0] 2[2]", "measure 2: 1[1] 2[3]");
  }

  @Test
  void stepsOutsideOfTheLoopAndConstantsMakeNoCurve() {
    assertThat(
            curves(
                sweeps(
                        table("step,workload,n,k", "before,s,,", "a,s,1,7", "b,s,2,7", "after,s,,"),
                        "n",
                        "k")
                    .get(0)))
        .containsExactly(": 1[1] 2[2]");
    assertThat(sweeps(table("step,workload,n", "a,s,1"), "n")).isEmpty();
    assertThat(sweeps(List.of())).isEmpty();
  }

  @Test
  void quantitiesOfDifferentKindsAreNotNumbers() {
    assertThat(Quantity.areAlike(List.of("1", "1.5", "-2"))).isTrue();
    assertThat(Quantity.areAlike(List.of("500ms", "2s", "1 h"))).isTrue();
    assertThat(Quantity.areAlike(List.of("2KiB", "2s"))).isFalse();
    assertThat(Quantity.areAlike(List.of("1", "many"))).isFalse();
    assertThat(Quantity.of("4MiB")).isEqualTo(4 << 20);
    assertThat(Quantity.of("1.5%")).isEqualTo(0.015);
  }
}
