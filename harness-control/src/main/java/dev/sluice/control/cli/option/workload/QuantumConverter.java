package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.DurationConverter;
import dev.sluice.core.pacing.PacingQuantum;
import picocli.CommandLine.ITypeConverter;

/** How coarsely workers wake: {@code auto}, or a time (0 = at each due time). */
public final class QuantumConverter implements ITypeConverter<PacingQuantum> {

  @Override
  public PacingQuantum convert(String value) {
    return value.equals("auto")
        ? PacingQuantum.AUTO
        : new PacingQuantum(new DurationConverter().convert(value).toNanos());
  }
}
