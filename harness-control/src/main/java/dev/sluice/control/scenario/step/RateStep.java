package dev.sluice.control.scenario.step;

import dev.sluice.core.run.RateChange;
import java.time.Duration;

/**
 * Changes a rate, at once or in a straight line.
 *
 * @param written the change as in a command: {@code rate +115}, {@code total 20700}
 */
public record RateStep(Who who, RateChange change, String written, Duration over) implements Step {

  @Override
  public String text() {
    return written + who.words() + (over.isZero() ? "" : " over " + over.toMillis() + "ms");
  }

  @Override
  public void play(Scene scene) throws StepFailedException {
    if (who.elsewhere()) {
      String[] words = written.split(" ", 2);
      scene
          .surroundings()
          .tell(
              who.target(),
              words[0]
                  + who.inCommand()
                  + " "
                  + words[1]
                  + (over.isZero() ? "" : " over " + over.toMillis() + "ms"));
    } else {
      Refusals.carryOut(() -> scene.run().changeRate(who.workload(), change, over));
    }
  }
}
