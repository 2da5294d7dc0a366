package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.endpoint.http.HttpSettings;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.otlp.OtlpSettings;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import java.net.InetAddress;
import java.net.UnknownHostException;
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
      description =
          "How long workers may take to end, and consumers of a scenario to receive the "
              + "remaining messages (default ${DEFAULT-VALUE}).")
  Duration stopTimeout;

  @Option(
      names = "--control",
      order = 35,
      paramLabel = "PORT",
      converter = Numbers.Port.class,
      description = "Listen for commands (telnet, nc, sluice ctl) on this port; 0 = any free one.")
  Integer controlPort;

  @Option(
      names = "--control-bind",
      order = 36,
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address for --control (default ${DEFAULT-VALUE}); an address that other hosts "
              + "can reach needs a token.")
  String controlBind;

  @Mixin TokenFileOption tokenFile;

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
      throw new ParameterException(
          command.commandLine(),
          "Invalid value for option '--id': it has at most 100 characters and is one line, without"
              + " control characters");
    }
    requirePositive("--interval", interval);
    requirePositive("--stop-timeout", stopTimeout);
    if (!duration.isZero() && warmup.compareTo(duration) >= 0) {
      throw new ParameterException(
          command.commandLine(),
          "Invalid value for option '--warmup': it must be shorter than --duration");
    }
    new OptionRules(command)
        .requires(
            "--control",
            controlPort != null || page.wanted(),
            "--control-token-file",
            tokenFile.file != null);
    return new RunSpec(id, workloads, duration, warmup, interval, stopTimeout);
  }

  /**
   * The command socket, if one is wanted.
   *
   * @throws ParameterException if it would be open to other hosts without a token
   */
  public Optional<CommandServerSettings> commandServer() {
    if (controlPort == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          CommandServerSettings.of(
              InetAddress.getByName(controlBind), controlPort, tokenFile.token()));
    } catch (UnknownHostException e) {
      throw invalidBind("unknown address", e);
    } catch (IllegalArgumentException e) {
      throw invalidBind(e.getMessage() + " (--control-token-file)", e);
    }
  }

  /** The labels of the run by their keys; the last of a key counts. */
  public Map<String, String> labels() {
    Map<String, String> found = new LinkedHashMap<>();
    labels.forEach(label -> found.put(label.key(), label.content()));
    return found;
  }

  /** The metrics endpoint, if one is wanted. */
  public Optional<HttpSettings> metrics() {
    return Optional.ofNullable(metricsPort).map(HttpSettings::onLoopback);
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
  public Optional<HttpSettings> page() {
    return page.settings(tokenFile);
  }

  private ParameterException invalidBind(String why, Exception cause) {
    return new ParameterException(
        command.commandLine(),
        "Invalid value for option '--control-bind': '" + controlBind + "': " + why,
        cause);
  }

  private void requirePositive(String option, Duration value) {
    if (value.isZero()) {
      throw new ParameterException(
          command.commandLine(),
          "Invalid value for option '" + option + "': '0': it must be above 0");
    }
  }
}
