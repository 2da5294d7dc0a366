package dev.sluice.control.analysis.calibrate;

import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import java.time.Duration;
import java.util.Locale;

/** A live change to be measured. */
public sealed interface RateStep {

  /** To a rate of each worker. */
  record To(double perWorkerPerSecond) implements RateStep {
    @Override
    public void apply(RunControl control) throws RunControlException {
      control.changeRate(
          RunControl.DEFAULT_WORKLOADS,
          new RateChange.ToPerWorker(perWorkerPerSecond),
          Duration.ZERO);
    }

    @Override
    public String command() {
      return String.format(Locale.ROOT, "rate %.2f", perWorkerPerSecond);
    }
  }

  /** To a standstill. */
  record Pause() implements RateStep {
    @Override
    public void apply(RunControl control) throws RunControlException {
      control.pause(RunControl.DEFAULT_WORKLOADS);
    }

    @Override
    public String command() {
      return "pause";
    }
  }

  /** Back to the rate before a pause. */
  record Resume() implements RateStep {
    @Override
    public void apply(RunControl control) throws RunControlException {
      control.resume(RunControl.DEFAULT_WORKLOADS);
    }

    @Override
    public String command() {
      return "resume";
    }
  }

  void apply(RunControl control) throws RunControlException;

  /** As it is written on the command socket. */
  String command();
}
