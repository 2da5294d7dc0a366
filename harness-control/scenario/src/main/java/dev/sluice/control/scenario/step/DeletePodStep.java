package dev.sluice.control.scenario.step;

import dev.sluice.core.text.Quantities;
import java.time.Duration;
import java.util.Optional;

/**
 * Deletes the one ready pod that has some labels.
 *
 * @param labels a selector of Kubernetes, {@code app=qm1}
 * @param namespace empty for that of the pod of this process
 * @param grace whole seconds that the pod has to end, 0 to kill it; empty for its own
 * @param timeout for each answer of Kubernetes
 */
public record DeletePodStep(
    String labels, Optional<String> namespace, Optional<Duration> grace, Duration timeout)
    implements Step {

  @Override
  public String text() {
    return "delete-pod "
        + labels
        + namespace.map(each -> " in " + each).orElse("")
        + grace.map(each -> ", grace " + Quantities.text(each)).orElse("");
  }

  @Override
  public void play(StepContext context) throws StepFailedException, InterruptedException {
    context.mark(text());
    String pod = context.environment().deletePod(this);
    context.findings().disturbed(context.nanos());
    context.mark("deleted pod " + pod);
  }
}
