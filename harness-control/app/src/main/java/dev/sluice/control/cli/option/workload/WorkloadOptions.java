package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.recorded.ProfileTable;
import dev.sluice.control.recorded.ProfileTable.Recording;
import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.PacingQuantum;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.core.worker.WorkerSettings.Disconnects;
import dev.sluice.core.worker.WorkerSettings.ErrorPolicy;
import dev.sluice.core.worker.WorkerSettings.StartSpec;
import dev.sluice.core.worker.WorkerSettings.ThreadKind;
import dev.sluice.jms.message.RecordedMix;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The workers of one workload and their rate. */
@Command(optionListHeading = "%nWorkers and their rate:%n")
public final class WorkloadOptions extends CommandPart {

  /** A rate is given in one of three ways. */
  static final class RateOption {

    @Option(
        names = "--rate",
        paramLabel = "N",
        converter = Converters.IterationRate.class,
        description =
            "Iterations per second of each worker; decimals allowed, 0 = as fast as possible.")
    Double perWorkerPerSecond;

    @Option(
        names = "--total-rate",
        paramLabel = "N",
        converter = Converters.IterationRate.class,
        description = "Iterations per second of all workers together.")
    Double totalPerSecond;

    @Option(
        names = "--profile",
        paramLabel = "FILE",
        description =
            "Rate of all workers together over time, from a table (CSV): times and rates, times "
                + "and counts, times of single messages, or intervals.csv of a run; its columns "
                + "size and priority apply too.")
    Path profile;
  }

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = Converters.AtLeastOne.class,
      description = "Worker threads, each with its own connection (default ${DEFAULT-VALUE}).")
  int threads = 1;

  @ArgGroup(exclusive = true)
  RateOption rate;

  @Option(
      names = "--profile-column",
      paramLabel = "NAME",
      description =
          "The column of --profile's table (default: due of a run, else the first "
              + "that is called a rate or a count).")
  String profileColumn = "";

  @Option(
      names = "--profile-speed",
      paramLabel = "N",
      converter = Converters.AboveZero.class,
      description = "Time passes faster than in the table: 24 plays a day in an hour.")
  double profileSpeed = 1;

  @Option(
      names = "--profile-scale",
      paramLabel = "N",
      converter = Converters.AboveZero.class,
      description = "Multiply the rates of the table by this.")
  double profileScale = 1;

  @Option(
      names = "--arrivals",
      paramLabel = "KIND",
      description = "uniform (evenly spaced) or poisson (independent arrivals).")
  Arrivals arrivals = Arrivals.UNIFORM;

  @Option(
      names = "--pacing",
      paramLabel = "RULE",
      description =
          "When the next iteration is due: schedule (the default: at its scheduled time; "
              + "late iterations are made up) or think-time (one interval after the previous "
              + "one started; nothing is made up).")
  Pacing pacing = Pacing.SCHEDULE;

  @Option(
      names = "--ramp",
      paramLabel = "TIME",
      description = "Increase the rate linearly from 0 in this time.")
  Duration ramp = Duration.ZERO;

  @Option(
      names = "--catch-up",
      paramLabel = "TIME",
      defaultValue = "1s",
      description =
          "How far back a late worker makes up iterations: a time, 0 (none) or unlimited "
              + "(default ${DEFAULT-VALUE}). Older ones are dropped and counted.")
  CatchUp catchUp;

  @Option(
      names = "--pacing-quantum",
      paramLabel = "TIME",
      defaultValue = "auto",
      description =
          "Shortest time between two wake-ups of a worker, which then runs everything "
              + "due: less CPU, later starts. auto (the default) sets it only above 50,000 "
              + "wake-ups a second.")
  PacingQuantum quantum;

  @Option(
      names = "--count",
      paramLabel = "N",
      converter = Converters.NotNegative.class,
      description =
          "Iterations that each worker attempts before it ends, failed ones too (default: no limit).")
  long count;

  @Option(
      names = "--disconnect-every",
      paramLabel = "N",
      converter = Converters.NotNegative.class,
      description =
          "Disconnect and reconnect after every N iterations; connecting is timed "
              + "separately (default: never).")
  long disconnectEvery;

  @Option(
      names = "--disconnect-for",
      paramLabel = "TIME",
      description =
          "With --disconnect-every: time to wait before reconnecting; nothing is due "
              + "meanwhile.")
  Duration disconnectFor = Duration.ZERO;

  @Option(
      names = "--worker-threads",
      paramLabel = "KIND",
      description =
          "platform, virtual (JDK 24 or later) or auto (the default: virtual from 1,000 "
              + "workers on, where the JDK has them).")
  WorkerThreads workerThreads = WorkerThreads.AUTO;

  @Option(
      names = "--start-parallel",
      paramLabel = "N",
      converter = Converters.AtLeastOne.class,
      description = "How many workers connect at the same time (default ${DEFAULT-VALUE}).")
  int startParallel = 16;

  @Option(
      names = "--start-interval",
      paramLabel = "TIME",
      description = "Pause between the starts of two workers.")
  Duration startInterval = Duration.ZERO;

  @Option(
      names = "--start-timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = Converters.TimeAboveZero.class,
      description = "Give up if no worker has connected for this time (default ${DEFAULT-VALUE}).")
  Duration startTimeout;

  @Option(
      names = "--start-retry",
      paramLabel = "TIME",
      description =
          "At the start of the run, how long a worker that cannot connect retries; "
              + "--start-timeout does not end it earlier (default: not at all).")
  Duration startRetry = Duration.ZERO;

  @Option(
      names = "--begin-when-connected",
      description =
          "Each worker starts as soon as it is connected; --duration and --warmup still "
              + "count from when all are connected (default: all start together).")
  boolean beginWhenConnected;

  @Option(
      names = "--reconnect-rate",
      paramLabel = "N",
      converter = Converters.AtLeastOne.class,
      description =
          "Attempts to reconnect per second, all workers together, so that they do not "
              + "overrun a broker that comes back (default ${DEFAULT-VALUE}).")
  int reconnectRate = 500;

  @Option(
      names = "--on-error",
      paramLabel = "POLICY",
      description =
          "continue (the default: count the error, reconnect, go on; the exit code shows "
              + "it) or stop (end the run).")
  ErrorPolicy onError = ErrorPolicy.CONTINUE;

  private Recording recording; // null until it is asked for

  /** The workload that the options describe. */
  public WorkloadSpec workload(String name, WorkerFactory factory) {
    int jdk = Runtime.version().feature();
    if (workerThreads == WorkerThreads.VIRTUAL && jdk < ThreadKind.VIRTUAL_THREADS_SINCE_JDK) {
      throw invalid(
          "--worker-threads",
          "'virtual' needs JDK "
              + ThreadKind.VIRTUAL_THREADS_SINCE_JDK
              + " or later; this is "
              + jdk);
    }
    RateTarget target = target(name);
    if (!ramp.isZero() && (target.isUnlimited() || target instanceof RateTarget.Along)) {
      throw refusal("'--ramp' requires '--rate' or '--total-rate' above 0");
    }
    requires(
        "--disconnect-every", disconnectEvery != 0, "--disconnect-for", !disconnectFor.isZero());
    if (pacing == Pacing.THINK_TIME) {
      refuseWithThinkTime("--catch-up", "nothing is made up, so there is no backlog to limit");
      refuseWithThinkTime("--pacing-quantum", "workers wake for each iteration");
    }
    return WorkloadSpec.of(name, factory, threads, target)
        .withRamp(ramp)
        .withPacing(pacing)
        .withArrivals(arrivals)
        .withCatchUp(catchUp)
        .withQuantum(quantum)
        .withCount(count)
        .withDisconnects(new Disconnects(disconnectEvery, disconnectFor))
        .withStart(
            new StartSpec(
                    startParallel, startInterval, longestSilence(), startRetry, !beginWhenConnected)
                .reconnecting(reconnectRate))
        .withErrorPolicy(onError)
        .withThreads(workerThreads.kind(threads, jdk));
  }

  /** A worker that still retries is not one that has hung. */
  private Duration longestSilence() {
    return startTimeout.compareTo(startRetry) > 0 ? startTimeout : startRetry;
  }

  private void refuseWithThinkTime(String option, String reason) {
    if (command().commandLine().getParseResult().hasMatchedOption(option)) {
      throw refusal("Option '" + option + "' does not go with '--pacing think-time': " + reason);
    }
  }

  /** The sizes and priorities that a profile has for the messages of a workload, if it does. */
  public Optional<RecordedMix> mix(String name) {
    return rate == null || rate.profile == null ? Optional.empty() : recording(name).mix();
  }

  private Recording recording(String name) {
    if (recording == null) {
      ProfileTable table = new ProfileTable(profileColumn, name, profileSpeed, profileScale);
      recording = valid("--profile", () -> table.read(rate.profile));
    }
    return recording;
  }

  private RateTarget target(String name) {
    boolean profile = rate != null && rate.profile != null;
    requires("--profile", profile, "--profile-column", "--profile-speed", "--profile-scale");
    if (rate == null) {
      return RateTarget.asFastAsPossible();
    }
    if (profile) {
      return new RateTarget.Along(recording(name).profile(), recording(name).taken());
    }
    return rate.totalPerSecond != null
        ? new RateTarget.Total(rate.totalPerSecond)
        : new RateTarget.PerWorker(rate.perWorkerPerSecond);
  }

  private enum WorkerThreads {
    AUTO,
    PLATFORM,
    VIRTUAL;

    ThreadKind kind(int workers, int jdk) {
      return switch (this) {
        case AUTO -> ThreadKind.fitting(workers, jdk);
        case PLATFORM -> ThreadKind.PLATFORM;
        case VIRTUAL -> ThreadKind.VIRTUAL;
      };
    }
  }
}
