package dev.sluice.control.cli.command;

import dev.sluice.control.analysis.calibrate.Calibration;
import dev.sluice.control.analysis.calibrate.CalibrationReport;
import dev.sluice.control.analysis.calibrate.CalibrationResult;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.cli.option.workload.WorkloadOptions;
import dev.sluice.control.command.Command.OfRun;
import dev.sluice.control.command.Command.Pause;
import dev.sluice.control.command.Command.Resume;
import dev.sluice.control.command.Rate;
import dev.sluice.control.process.ExitCode;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.jms.worker.NullWorker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what the harness itself can do on this host. */
@Command(
    description = {
      "Measure the harness itself on this host.",
      "Runs the real engine with workers that do nothing, and prints the rate it "
          + "reached and its cost."
    },
    footer = {
      "  sluice calibrate --threads 180 --rate 1380   # can this host do 248,400/s?",
      "  sluice calibrate --threads 4                 # the most that 4 threads can do",
      "  sluice calibrate --threads 180 --rate 1 --steps 116,231,pause,resume"
    })
final class CalibrateCommand extends CommandPart implements Callable<Integer> {

  @Mixin WorkloadOptions workload;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "Length of the measurement, of each step if there are any (default ${DEFAULT-VALUE}).")
  Duration duration;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      defaultValue = "2s",
      description = "Warm-up, excluded from the figures (default ${DEFAULT-VALUE}).")
  Duration warmup;

  @Option(
      names = "--steps",
      paramLabel = "STEP",
      split = ",",
      converter = RateStepConverter.class,
      description = "Live changes to measure one after the other: rates per worker, pause, resume.")
  List<OfRun> steps = List.of();

  @Option(names = "--windows", description = "List each 100 ms window after a live change.")
  boolean windows;

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  @Override
  public Integer call() throws StartFailedException, InterruptedException {
    if (duration.compareTo(Duration.ofMillis(500)) < 0) {
      throw invalid("--duration", "it must be 500ms or more");
    }
    WorkloadSpec spec = workload.workload("null", NullWorker.factory());
    CalibrationResult result = new Calibration(spec, warmup, duration, steps).run();
    if (json) {
      out().println(CalibrationReport.json(result));
    } else {
      CalibrationReport.text(result, windows).forEach(out()::println);
    }
    return ExitCode.OK;
  }

  /** A live change: a rate per worker, {@code pause} or {@code resume}. */
  private static final class RateStepConverter implements ITypeConverter<OfRun> {

    @Override
    public OfRun convert(String value) {
      return switch (value) {
        case "pause" -> new Pause(RunControl.DEFAULT_WORKLOADS);
        case "resume" -> new Resume(RunControl.DEFAULT_WORKLOADS);
        default ->
            new Rate(
                RunControl.DEFAULT_WORKLOADS,
                new RateChange.ToPerWorker(new Converters.IterationRate().convert(value)),
                Duration.ZERO);
      };
    }
  }
}
