package dev.sluice.control.cli.option.run;

import dev.sluice.control.sink.console.ConsoleReporter.SummaryForm;
import picocli.CommandLine.Option;

/** How much is printed of a run that has ended. */
public final class SummaryOptions {

  @Option(names = "--detail", description = "Print accounts and all times at the end, too.")
  boolean detail;

  @Option(names = "--no-summary", description = "Print no summary at the end.")
  boolean none;

  public SummaryForm form() {
    return none ? SummaryForm.NONE : detail ? SummaryForm.DETAILED : SummaryForm.BRIEF;
  }
}
