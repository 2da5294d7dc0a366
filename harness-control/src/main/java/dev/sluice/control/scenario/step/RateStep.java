package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.measure.Target;
import dev.sluice.core.run.RateChange;
import java.time.Duration;

/**
 * Changes a rate, at once or in a straight line.
 *
 * @param written the change as in a command: {@code rate +115}, {@code total 20700}
 * @param over how long the straight line is, zero for a change at once
 * @param waits whether the step ends with the line; else the next step begins with it
 */
public record RateStep(Target who, RateChange change, String written, Duration over, boolean waits)
    implements Step {

  @Override
  public String text() {
    return written
        + who.words()
        + inTime()
        + (over.isZero() ? "" : waits ? ", waits for its end" : ", does not wait");
  }

  @Override
  public void play(StepContext scene) throws StepFailedException, InterruptedException {
    if (who.elsewhere()) {
      String[] words = written.split(" ", 2);
      scene
          .surroundings()
          .tell(who.target(), words[0] + who.inCommand() + " " + words[1] + inTime());
    } else {
      Rejections.carryOut(() -> scene.run().changeRate(who.workload(), change, over));
    }
    if (waits) {
      scene.sleep(over);
    }
  }

  @Override
  public Duration time() {
    return waits ? over : Duration.ZERO;
  }

  private String inTime() {
    return over.isZero() ? "" : " over " + over.toMillis() + "ms";
  }
}
