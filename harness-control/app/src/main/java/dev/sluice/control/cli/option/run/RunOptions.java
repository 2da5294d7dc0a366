package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.endpoint.Ports;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import dev.sluice.control.measure.Precision;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The run as a whole, and how it is watched and driven from outside. */
@Command(optionListHeading = "%nThe run:%n")
public final class RunOptions extends CommandPart {

  private static final Pattern LABEL =
      Pattern.compile("([A-Za-z0-9_.-]{1,50})=(\\P{Cntrl}{0,200})");
  private static final String UNTIL = "--until";
  private static final String INTERVAL = "--interval";
  private static final Duration INTERVAL_UNTIL = Duration.ofSeconds(1);
  private static final Pattern ID = Pattern.compile("\\P{Cntrl}{0,100}");

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "Length of the run after all workers are up; 0 (the default) = until stopped.")
  Duration duration = Duration.ZERO;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      description = "Exclude the first part of the run from the summary.")
  Duration warmup = Duration.ZERO;

  @Option(
      names = UNTIL,
      paramLabel = "FIGURE",
      description =
          "Measure until this figure is known, such as 'p99 +/- 5%%'; repeatable. The run finds its"
              + " warm-up and its length itself; exit code 5 if the figure cannot be known.")
  List<String> until = List.of();

  @Option(
      names = "--at-most",
      paramLabel = "TIME",
      defaultValue = "10m",
      converter = Converters.TimeAboveZero.class,
      description = "Give up after this time (default ${DEFAULT-VALUE}).")
  Duration atMost;

  @Option(
      names = INTERVAL,
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = Converters.TimeAboveZero.class,
      description = "Statistics interval (default ${DEFAULT-VALUE}, 1s with --until).")
  Duration interval;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "Names this process in figures and in replies to commands.")
  public String id = "";

  @Option(
      names = "--stop-timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = Converters.TimeAboveZero.class,
      description =
          "How long workers may take to end, and consumers of a scenario to receive the "
              + "remaining messages (default ${DEFAULT-VALUE}).")
  Duration stopTimeout;

  @Mixin PortOptions.Control control;

  @Mixin TokenOption.ForCommands commandToken;

  @Mixin TokenOption.ForLooking watchToken;

  @Option(
      names = "--metrics",
      paramLabel = "PORT",
      converter = Converters.Port.class,
      description =
          "Serve Prometheus metrics on this port of the loopback address; 0 = any free one.")
  Integer metricsPort;

  @Mixin PortOptions.Page page;

  @Mixin OtlpOptions otlp;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description =
          "Write the results to this new folder: figures, events, histograms, and "
              + "report.html.")
  public Path out;

  @Option(
      names = "--label",
      paramLabel = "KEY=VALUE",
      description =
          "Write this label into the results, for 'sluice runs' to find them by; repeatable.")
  List<String> labels = List.of();

  @Option(names = "--dry-run", description = "Print the plan of the run, and run nothing.")
  public boolean dryRun;

  /** The run that the options describe. */
  public RunSpec run(List<WorkloadSpec> workloads) {
    if (!ID.matcher(id).matches()) {
      throw invalid(
          "--id", "it has at most 100 characters and is one line, without" + " control characters");
    }
    if (!duration.isZero() && warmup.compareTo(duration) >= 0) {
      throw invalid("--warmup", "it must be shorter than --duration");
    }
    excludes(UNTIL, !until.isEmpty(), "--duration", "--warmup");
    requires(UNTIL, !until.isEmpty(), "--at-most");
    requires(
        "--control",
        control.wanted() || page.wanted(),
        TokenOption.ForCommands.NAME,
        TokenOption.ForLooking.NAME);
    labels(); // refuses wrong ones
    return new RunSpec(
        id, workloads, until.isEmpty() ? duration : atMost, warmup, interval(), stopTimeout);
  }

  /** How long an interval is; many are needed until a figure is known. */
  public Duration interval() {
    return until.isEmpty() || !given(INTERVAL).isEmpty() ? interval : INTERVAL_UNTIL;
  }

  /** The figures that must be known; none if the run has a length of its own. */
  public List<Precision> until() {
    return until.stream()
        .map(
            text -> {
              try {
                return Precision.parse(text);
              } catch (IllegalArgumentException e) {
                throw invalid(UNTIL, "'" + text + "': " + e.getMessage(), e);
              }
            })
        .toList();
  }

  /**
   * The ways in which the run is driven and watched.
   *
   * @throws ParameterException if a port would be open to other hosts, and nobody asked for that
   */
  public Ports ports() {
    return new Ports(
        control.settings(this::tokens).map(CommandServerSettings::of),
        Optional.ofNullable(metricsPort).map(PortSettings::onLoopback),
        page.settings(this::tokens),
        otlp.settings());
  }

  /** The labels of the run by their keys; the last of a key counts. */
  public Map<String, String> labels() {
    Map<String, String> found = new LinkedHashMap<>();
    for (String label : labels) {
      Matcher matcher = LABEL.matcher(label);
      if (!matcher.matches()) {
        throw invalid(
            "--label",
            "'"
                + label
                + "' is not KEY=VALUE; a key has letters, digits, '.', '_' and '-' (50 at most), a"
                + " value is one line of at most 200 characters");
      }
      found.put(matcher.group(1), matcher.group(2));
    }
    return found;
  }

  private AccessTokens tokens() {
    return new AccessTokens(commandToken.token(), watchToken.token());
  }
}
