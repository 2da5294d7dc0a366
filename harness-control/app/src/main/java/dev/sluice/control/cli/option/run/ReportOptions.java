package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.sink.console.ConsoleReporter;
import dev.sluice.control.sink.console.ConsoleReporter.SummaryForm;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.control.sink.legacy.LegacyReporter;
import dev.sluice.control.sink.legacy.ReportFormat;
import dev.sluice.control.sink.legacy.ReportSettings;
import dev.sluice.core.bus.Sink;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How a run is printed. */
@Command(optionListHeading = "%nOutput:%n")
public final class ReportOptions extends CommandPart {

  private static final String NOTHING_SAID = "-,-,false,false,false";

  @Option(
      names = "--report-format",
      paramLabel = "FORMAT",
      description =
          "sluice (the default), or a format of the older tools: basic, rolling, "
              + "response-time, file, sequence (JMSPerfHarness), cph (MQ-CPH).")
  ReportFormat format = ReportFormat.SLUICE;

  @Option(
      names = "--per-worker",
      description = "Show figures of each worker, in the formats of the older tools.")
  boolean perWorker;

  @Option(
      names = "--report-window",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = Converters.TimeAboveZero.class,
      description = "rolling: window of the averages (default ${DEFAULT-VALUE}).")
  Duration window;

  @Option(
      names = "--report-memory",
      description = "basic, response-time, sequence: show the used heap in bytes.")
  boolean memory;

  @Option(
      names = "--report-latency",
      description = "cph: show average, maximum and minimum service times.")
  boolean latency;

  @Option(
      names = "--report-file",
      paramLabel = "FILE",
      description = "Also append the last lines to this file, in the formats of the older tools.")
  Path file;

  @Option(
      names = "--report-about",
      paramLabel = "QUEUE,SIZE,TX,PERSISTENT,CORRELATED",
      description = "file: description of the messages for the last line.")
  String about;

  @Option(
      names = "--report-workers",
      paramLabel = "NAME",
      description =
          "Print a line when a worker starts and stops, in the formats of the older "
              + "tools; worker names are this name and a number.")
  String workers = "";

  @Option(
      names = "--report-connects",
      description =
          "basic, rolling, response-time, file, sequence: print how long workers took to connect.")
  boolean connects;

  @Option(names = "--no-intervals", description = "Print no interval lines.")
  boolean noIntervals;

  @Mixin SummaryOptions summary;

  @Option(
      names = "--report-utc",
      description = "Show times of day in UTC instead of the host's time zone.")
  boolean utc;

  /**
   * Prints the run.
   *
   * @param opening what it does and how it ends
   */
  public Sink reporter(Terminal terminal, ReportSettings settings, String opening) {
    ZoneId zone = utc ? ZoneOffset.UTC : ZoneId.systemDefault();
    if (format == ReportFormat.SLUICE) {
      return new ConsoleReporter(
          terminal, zone, !noIntervals, summaries(), summary.none ? "" : opening);
    }
    Runtime runtime = Runtime.getRuntime();
    return new LegacyReporter(
        terminal, settings, zone, () -> runtime.totalMemory() - runtime.freeMemory());
  }

  /** How much is printed at the end. */
  public SummaryForm summaries() {
    return format == ReportFormat.SLUICE ? summary.form() : SummaryForm.NONE;
  }

  /**
   * How it is printed.
   *
   * @param interval how long an interval is
   * @throws ParameterException if the options do not go together
   */
  public ReportSettings settings(Duration interval) {
    othersRequire(
        "--report-format",
        format != ReportFormat.SLUICE,
        "--no-intervals",
        "--detail",
        "--no-summary",
        "--report-utc");
    Path folder = file == null ? null : file.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw invalid("--report-file", "'" + file + "': folder " + folder + " does not exist");
    }
    return new ReportSettings(
        format,
        perWorker,
        window,
        memory,
        latency,
        Optional.ofNullable(file),
        workers,
        connects,
        about(),
        interval,
        !noIntervals,
        summary.form() != SummaryForm.NONE);
  }

  private List<String> about() {
    List<String> parts = List.of((about == null ? NOTHING_SAID : about).split(",", -1));
    if (parts.size() != 5) {
      throw invalid(
          "--report-about",
          "'" + about + "' is not five values such as REQUEST,2048,true,false,false");
    }
    return parts;
  }
}
