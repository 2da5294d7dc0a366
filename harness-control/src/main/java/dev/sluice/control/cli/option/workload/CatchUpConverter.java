package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.DurationConverter;
import dev.sluice.core.pacing.CatchUp;
import picocli.CommandLine.ITypeConverter;

/** How much backlog is made up: a time, 0, or {@code unlimited}. */
public final class CatchUpConverter implements ITypeConverter<CatchUp> {

  @Override
  public CatchUp convert(String value) {
    return value.equals("unlimited")
        ? CatchUp.UNLIMITED
        : new CatchUp(new DurationConverter().convert(value).toNanos());
  }
}
