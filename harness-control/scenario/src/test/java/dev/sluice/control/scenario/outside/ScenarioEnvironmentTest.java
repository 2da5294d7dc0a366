package dev.sluice.control.scenario.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.scenario.step.DeletePodStep;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.worker.NullWorker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScenarioEnvironmentTest {

  private static final long MESSAGES = 10;

  private final ScenarioEnvironment environment =
      new ScenarioEnvironment(
          Map.of(),
          any -> null,
          NanoClock.SYSTEM,
          new KubernetesApi(Map.of(), Path.of("account"), new Secrets()));

  @AfterEach
  void close() {
    environment.close();
  }

  /** As it comes between the check that a step is still wanted and the step itself. */
  @Test
  void anInterruptionJustBeforeMessagesArePutIsNotLost() {
    assertThatThrownBy(() -> put(() -> environment.stop("it was interrupted")))
        .isInstanceOf(StepFailedException.class)
        .hasMessage("putting messages was ended: it was interrupted");
  }

  @Test
  void noPodIsDeletedAfterAnInterruption() {
    environment.stop("it was interrupted");
    DeletePodStep step =
        new DeletePodStep("a=b", Optional.empty(), Optional.empty(), Duration.ofMinutes(1));
    assertThatThrownBy(() -> environment.deletePod(step))
        .isInstanceOf(StepFailedException.class)
        .hasMessage("delete-pod a=b was ended: it was interrupted");
  }

  @Test
  void theLastStepsPutWhateverCameBefore() throws Exception {
    environment.stop("it was interrupted");
    environment.lastStepsBegin();
    assertThat(put(() -> {})).isEqualTo(MESSAGES);
  }

  private long put(Runnable meanwhile) throws Exception {
    return environment.put(
        "none",
        provider -> {
          meanwhile.run();
          return WorkloadSpec.of("fill", NullWorker.factory(), 1, RateTarget.asFastAsPossible())
              .withCount(MESSAGES);
        });
  }
}
