package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.DurationConverter;
import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.otlp.OtlpSettings;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The run as a whole, and how it is watched and driven from outside. */
@Command(optionListHeading = "%nThe run:%n")
public final class RunOptions {

  private static final Pattern ID = Pattern.compile("\\P{Cntrl}{0,100}");

  /** Kept out of everything that the run writes. */
  public final Secrets secrets;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--duration",
      order = 30,
      paramLabel = "TIME",
      defaultValue = "0",
      description = "Length of the run after all workers are up; 0 (the default) = until stopped.")
  Duration duration;

  @Option(
      names = "--warmup",
      order = 31,
      paramLabel = "TIME",
      defaultValue = "0",
      description = "Exclude the first part of the run from the summary.")
  Duration warmup;

  @Option(
      names = "--interval",
      order = 32,
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = DurationConverter.AboveZero.class,
      description = "Statistics interval (default ${DEFAULT-VALUE}).")
  public Duration interval;

  @Option(
      names = "--id",
      order = 33,
      paramLabel = "ID",
      defaultValue = "",
      description = "Names this process in figures and in replies to commands.")
  public String id;

  @Option(
      names = "--stop-timeout",
      order = 34,
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = DurationConverter.AboveZero.class,
      description =
          "How long workers may take to end, and consumers of a scenario to receive the "
              + "remaining messages (default ${DEFAULT-VALUE}).")
  Duration stopTimeout;

  @Mixin ControlOptions control;

  @Mixin TokenFileOption tokenFile;

  @Mixin WatchTokenOption watchToken;

  @Option(
      names = "--metrics",
      order = 38,
      paramLabel = "PORT",
      converter = Numbers.Port.class,
      description =
          "Serve Prometheus metrics on this port of the loopback address; 0 = any free one.")
  Integer metricsPort;

  @Mixin PageOptions page;

  @Mixin OtlpOptions otlp;

  @Option(
      names = "--out",
      order = 39,
      paramLabel = "FOLDER",
      description =
          "Write the results to this new folder: figures, events, histograms, and "
              + "report.html.")
  public Path out;

  @Option(
      names = "--label",
      order = 39,
      paramLabel = "KEY=VALUE",
      converter = RunLabel.Converter.class,
      description =
          "Write this label into the results, for 'sluice runs' to find them by; repeatable.")
  List<RunLabel> labels = List.of();

  @Option(
      names = "--dry-run",
      order = 40,
      description = "Print the plan of the run, and run nothing.")
  public boolean dryRun;

  public RunOptions(Secrets secrets) {
    this.secrets = secrets;
  }

  /** The run that the options describe. */
  public RunSpec run(List<WorkloadSpec> workloads) {
    if (!ID.matcher(id).matches()) {
      throw new OptionRules(command)
          .invalid(
              "--id",
              "it has at most 100 characters and is one line, without" + " control characters");
    }
    if (!duration.isZero() && warmup.compareTo(duration) >= 0) {
      throw new OptionRules(command).invalid("--warmup", "it must be shorter than --duration");
    }
    new OptionRules(command)
        .requires(
            "--control",
            control.wanted() || page.wanted(),
            TokenFileOption.NAME,
            WatchTokenOption.NAME);
    return new RunSpec(id, workloads, duration, warmup, interval, stopTimeout);
  }

  /**
   * The command socket, if one is wanted.
   *
   * @throws ParameterException if it would be open to other hosts, and nobody asked for that
   */
  public Optional<CommandServerSettings> commandServer() {
    return control.settings(this::tokens);
  }

  /** The labels of the run by their keys; the last of a key counts. */
  public Map<String, String> labels() {
    Map<String, String> found = new LinkedHashMap<>();
    labels.forEach(label -> found.put(label.key(), label.content()));
    return found;
  }

  /** The metrics endpoint, if one is wanted. */
  public Optional<PortSettings> metrics() {
    return Optional.ofNullable(metricsPort).map(PortSettings::onLoopback);
  }

  /** The push of metrics, if one is wanted. */
  public Optional<OtlpSettings> otlp() {
    return otlp.settings();
  }

  /**
   * The live page, if one is wanted.
   *
   * @throws ParameterException if it would be open to other hosts
   */
  public Optional<PortSettings> page() {
    return page.settings(this::tokens);
  }

  private AccessTokens tokens() {
    return new AccessTokens(tokenFile.token(), watchToken.token());
  }
}
