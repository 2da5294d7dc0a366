package dev.sluice.control.scenario.running;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.command.Command.Pause;
import dev.sluice.control.command.Command.Resume;
import dev.sluice.control.format.Progress;
import dev.sluice.control.format.Progress.StepPhase;
import dev.sluice.control.scenario.step.CommandStep;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.step.WaitStep;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The line of progress while a scenario is played. */
class StepProgressTest {

  private static final List<Step> STEPS =
      List.of(
          new WaitStep(Duration.ofSeconds(30)),
          new CommandStep("", new Pause("")),
          new WaitStep(Duration.ofMinutes(2)));

  private static final List<Step> SET_UP = List.of(new CommandStep("", new Resume("")));
  private static final List<Step> LAST_STEPS = List.of(new CommandStep("", new Resume("")));

  private long nanos;
  private final StepProgress progress =
      new StepProgress(
          new NanoClock() {
            @Override
            public long nanos() {
              return nanos;
            }

            @Override
            public void parkUntil(long deadlineNanos) {
              throw new UnsupportedOperationException("nobody waits");
            }
          },
          List.of(SET_UP, STEPS, LAST_STEPS));

  @Test
  void itSaysWhichStepItIsAndHowLongTheRestTakes() {
    assertThat(progress.now().text()).isEmpty();
    progress.begins("step", STEPS, 0);
    assertThat(progress.now().text())
        .isEqualTo("step 1 of 3, 0:00 so far, at least 2:30 left: wait 30.0 s");
    nanos += Duration.ofSeconds(10).toNanos();
    assertThat(progress.now().text()).startsWith("step 1 of 3, 0:10 so far, at least 2:20 left");
    nanos += Duration.ofSeconds(100).toNanos();
    assertThat(progress.now().text()).startsWith("step 1 of 3, 1:50 so far, at least 2:00 left");
    progress.begins("step", STEPS, 1);
    assertThat(progress.now().text())
        .isEqualTo("step 2 of 3, 1:50 so far, at least 2:00 left: pause");
    progress.over();
    assertThat(progress.now().text()).isEmpty();
  }

  @Test
  void eachStepStandsWhereItIs() {
    assertThat(phases()).containsOnly(StepPhase.NEXT, StepPhase.OTHER);
    progress.begins("set-up: step", SET_UP, 0);
    progress.begins("step", STEPS, 0);
    nanos += Duration.ofSeconds(12).toNanos();
    assertThat(phases())
        .containsExactly(
            StepPhase.DONE, StepPhase.RUNNING, StepPhase.NEXT, StepPhase.OTHER, StepPhase.OTHER);
    Progress.StepState running = progress.now().steps().get(1);
    assertThat(running.title()).isEqualTo("wait 30.0 s");
    assertThat(running.took()).contains(Duration.ofSeconds(12));
    assertThat(running.time()).isEqualTo(Duration.ofSeconds(30));
    assertThat(progress.now().left()).contains(Duration.ofSeconds(18 + 120));
    progress.begins("finally: step", LAST_STEPS, 0); // the others are left out
    assertThat(phases())
        .containsExactly(
            StepPhase.DONE, StepPhase.DONE, StepPhase.OTHER, StepPhase.OTHER, StepPhase.RUNNING);
    assertThat(progress.now().left()).isEmpty();
    assertThat(progress.now().steps().get(1).took()).contains(Duration.ofSeconds(12));
    progress.over();
    assertThat(phases()).endsWith(StepPhase.DONE);
  }

  @Test
  void stepsThatAnotherProcessPlayedAreDone() {
    progress.begins("step", STEPS, 2);
    assertThat(phases())
        .containsExactly(
            StepPhase.DONE, StepPhase.DONE, StepPhase.DONE, StepPhase.RUNNING, StepPhase.NEXT);
    assertThat(progress.now().steps().get(0).took()).isEmpty();
  }

  private List<StepPhase> phases() {
    return progress.now().steps().stream().map(Progress.StepState::phase).toList();
  }

  @Test
  void theShareIsOfTheTimeThatIsKnown() {
    assertThat(progress.now().share()).isZero();
    progress.begins("step", STEPS, 0);
    nanos += Duration.ofSeconds(15).toNanos();
    assertThat(progress.now().share()).isEqualTo(0.1);
    nanos += Duration.ofSeconds(105).toNanos(); // the step takes longer than it said
    assertThat(progress.now().share()).isEqualTo(0.5);
  }

  @Test
  void aTimeThatNobodyKnowsIsNotShown() {
    progress.begins("finally: step", LAST_STEPS, 0);
    assertThat(progress.now().text()).isEqualTo("finally: step 1 of 1, 0:00 so far: resume");
  }
}
