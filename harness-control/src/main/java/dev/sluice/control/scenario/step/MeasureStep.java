package dev.sluice.control.scenario.step;

import dev.sluice.control.report.Figures;
import dev.sluice.control.scenario.judge.Objective;
import dev.sluice.control.scenario.judge.Stretch;
import dev.sluice.control.scenario.judge.Window;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Measures a workload for some time: one row of the steps table, or the "before" of the next one.
 *
 * @param variables those of the loops around it
 * @param settle what is left out first
 * @param length how long is measured, rounded up to whole intervals
 * @param before whether this is what was achieved before the step that the next row is about
 * @param tries how often it measures at most, until all objectives are met; the last time counts
 */
public record MeasureStep(
    String name,
    Map<String, String> variables,
    String workload,
    Duration settle,
    Duration length,
    boolean before,
    int tries,
    List<Objective> objectives)
    implements Step {

  public MeasureStep {
    objectives = List.copyOf(objectives);
  }

  @Override
  public String text() {
    return "measure "
        + name
        + (before ? " (before)" : "")
        + ", "
        + length.toMillis() / 1000.0
        + " s";
  }

  @Override
  public Duration time() {
    return settle.plus(length);
  }

  @Override
  public void play(Scene scene) throws StepFailedException, InterruptedException {
    scene.sleep(settle);
    Measured measured = Measured.take(scene, length, new Window(workload), List.of());
    Findings findings = scene.findings();
    for (int tried = 1; tried < tries && !allMet(measured, findings); tried++) {
      scene.run().mark("measuring " + name + " again, an objective was missed");
      measured = Measured.take(scene, length, new Window(workload), List.of());
    }
    if (before) {
      findings.before(measured.window().achievedPerSecond());
      return;
    }
    StepRow row =
        measured.row(
            findings.rows().size() + 1,
            name,
            variables,
            findings.takeBefore(),
            findings.takeWaited());
    findings.row(row);
    scene.run().mark(words(row));
    Stretch stretch = stretch(measured, findings);
    findings.judged(objectives.stream().map(each -> each.judge(name, workload, stretch)).toList());
  }

  private boolean allMet(Measured measured, Findings findings) {
    Stretch stretch = stretch(measured, findings);
    return objectives.stream().allMatch(each -> each.metBy(stretch));
  }

  private static Stretch stretch(Measured measured, Findings findings) {
    return Stretch.of(measured.window(), findings.longestRecovery(), measured.observed().figures());
  }

  private static String words(StepRow row) {
    return "measured "
        + row.name()
        + ": "
        + Figures.rate(row.achievedPerSecond())
        + "/s"
        + (row.targetPerSecond() == 0 ? "" : " of " + Figures.rate(row.targetPerSecond()) + "/s");
  }
}
