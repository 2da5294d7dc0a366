package dev.sluice.control.cli.option.workload;

import dev.sluice.control.analysis.calibrate.RateStep;
import dev.sluice.control.cli.option.Numbers;
import picocli.CommandLine.ITypeConverter;

/** A live change: a rate per worker, {@code pause} or {@code resume}. */
public final class RateStepConverter implements ITypeConverter<RateStep> {

  @Override
  public RateStep convert(String value) {
    return switch (value) {
      case "pause" -> new RateStep.Pause();
      case "resume" -> new RateStep.Resume();
      default -> new RateStep.To(new Numbers.Rate().convert(value));
    };
  }
}
