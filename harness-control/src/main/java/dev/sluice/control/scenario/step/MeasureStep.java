package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.judge.Objective;
import dev.sluice.control.scenario.judge.Stretch;
import dev.sluice.control.scenario.judge.Window;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Measures a workload for some time: one row of the steps table, or the "before" of the next one.
 *
 * @param settle what is left out first
 * @param time how long is measured, rounded up to whole intervals
 * @param before whether this is what was achieved before the step that the next row is about
 */
public record MeasureStep(
    String name,
    String workload,
    Duration settle,
    Duration time,
    boolean before,
    List<Objective> objectives)
    implements Step {

  public MeasureStep {
    objectives = List.copyOf(objectives);
  }

  @Override
  public String text() {
    return "measure " + name + (before ? " (before)" : "") + ", " + time.toMillis() / 1000.0 + " s";
  }

  @Override
  public void play(Scene scene) throws StepFailedException, InterruptedException {
    scene.sleep(settle);
    Window window = new Window(workload);
    Measured measured = Measured.take(scene, time, window, List.of());
    if (before) {
      scene.findings().before(window.achievedPerSecond());
      return;
    }
    Findings findings = scene.findings();
    StepRow row = measured.row(findings.rows().size() + 1, name, findings.takeBefore());
    scene.findings().row(row);
    scene.run().mark(words(row));
    Stretch stretch = Stretch.of(window, scene.findings().longestRecovery());
    scene
        .findings()
        .judged(objectives.stream().map(each -> each.judge(name, workload, stretch)).toList());
  }

  private static String words(StepRow row) {
    return String.format(
        Locale.ROOT,
        "measured %s: %.1f/s of %.1f/s",
        row.name(),
        row.achievedPerSecond(),
        row.targetPerSecond());
  }
}
