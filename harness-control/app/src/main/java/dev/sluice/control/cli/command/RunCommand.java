package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.run.ControllerOptions;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.StepsCsv;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.text.InputFile;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.idle.IdleProvider;
import dev.sluice.jms.tracking.Delivery;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Plays a scenario. */
@Command(
    description = {
      "Run a scenario: workloads, steps and objectives from a file, unattended.",
      "The exit code is 4 if an objective was missed, 5 if one was not judged because too much of",
      "its latency is the harness's own lateness."
    },
    footer = {
      "  sluice run config/e4-tutorial/e4-small.yaml --dry-run",
      "  sluice run config/e1-uniform-cluster/e1-small.yaml --out results/e1",
      "  sluice run plan.yaml --set workloads.senders.threads=20 --set vars.size=4KiB"
    })
public final class RunCommand extends CommandPart implements Callable<Integer> {

  @Parameters(paramLabel = "SCENARIO", description = "The scenario, a YAML file.")
  Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Replace a value of the scenario; KEY is a path with dots. KEY+=VALUE adds to a list.")
  List<String> settings = List.of();

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Write the results to this new folder; the same as run: out:.")
  String out;

  @Option(
      names = "--page",
      paramLabel = "PORT",
      arity = "0..1",
      preprocessor = OptionalPort.class,
      description =
          "Serve a live page of the run on this port; without a port, on any free one; the same "
              + "as run: page:.")
  String page;

  @Option(
      names = "--metrics",
      paramLabel = "PORT",
      description = "Serve Prometheus metrics on this port; the same as run: metrics:.")
  String metrics;

  @Option(
      names = "--control",
      paramLabel = "PORT",
      description = "Listen for commands on this port; the same as run: control:.")
  String control;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      description = "Statistics interval; the same as run: interval:.")
  String interval;

  @Option(
      names = "--until",
      paramLabel = "FIGURE",
      description =
          "Run until this figure is known, such as 'p99 +/- 5%%'; repeatable; the same as run: until:.")
  List<String> until = List.of();

  @Option(
      names = "--at-most",
      paramLabel = "TIME",
      description = "Give up after this time; the same as run: at-most:.")
  String atMost;

  @Option(
      names = "--label",
      paramLabel = "KEY=VALUE",
      description =
          "Write this label into the results, beside those of run: label:, for 'sluice runs' to "
              + "find them by; repeatable.")
  List<String> labels = List.of();

  @Option(
      names = "--harness-share",
      paramLabel = "SHARE",
      description =
          "Judge no latency of which more than this is the harness's own lateness (default 50%%); "
              + "the same as harness-share:.")
  String harnessShare;

  @Option(
      names = "--dry-run",
      description = "Check the scenario, print its steps, and run nothing.")
  boolean dryRun;

  @Mixin ControllerOptions controller;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Scenario scenario = scenario();
    if (dryRun) {
      return dryRun(scenario);
    }
    return new ScenarioPlay(this).run(scenario, controller);
  }

  /** The scenario in the file, with the values of the line. */
  Scenario scenario() {
    List<String> all = new ArrayList<>(settings);
    labels.forEach(label -> all.add("run.label+=" + label));
    until.forEach(figure -> all.add("run.until+=" + figure));
    add(all, "run.at-most", atMost);
    add(all, "run.out", out);
    add(all, "run.page", page);
    add(all, "run.metrics", metrics);
    add(all, "run.control", control);
    add(all, "run.interval", interval);
    add(all, "harness-share", harnessShare);
    return read(this, file, all);
  }

  /**
   * The scenario in a file, for a command that is given one.
   *
   * @param settings replace values, {@code KEY=VALUE} each
   */
  static Scenario read(CommandPart command, Path file, List<String> settings) {
    return new ScenarioPlay(command)
        .read(name(file), file.toString(), text(command, "Scenario", file), settings);
  }

  private static void add(List<String> settings, String key, String value) {
    if (value != null) {
      settings.add(key + "=" + value);
    }
  }

  private int dryRun(Scenario scenario) {
    lines(scenario).forEach(out()::println);
    List<String> missing = scenario.processes().isEmpty() ? missing(scenario) : List.of();
    missing.forEach(this::complain);
    return missing.isEmpty() ? ExitCode.OK : ExitCode.USAGE;
  }

  /**
   * The text of a file that people write.
   *
   * @param what it is, for complaints
   */
  static String text(CommandPart command, String what, Path file) {
    String why;
    Exception cause;
    try {
      return InputFile.text(file, InputFile.HAND_WRITTEN_BYTES);
    } catch (MalformedInputException e) {
      why = "it is not in UTF-8";
      cause = e;
    } catch (InputFile.TooLargeException e) {
      why = e.getMessage();
      cause = e;
    } catch (IOException e) {
      why = Files.exists(file) ? "it cannot be read" : "it does not exist";
      cause = e;
    }
    throw command.refusal(what + " " + file + ": " + why, cause);
  }

  /** What a scenario is called that does not say it itself. */
  static String name(Path file) {
    Path last = file.getFileName();
    return last == null ? file.toString() : last.toString().replaceFirst("\\.ya?ml$", "");
  }

  /** Files that are named and cannot be used, a line each. */
  private static List<String> missing(Scenario scenario) {
    List<String> missing = new ArrayList<>();
    for (Scenario.Provider provider : scenario.providers()) {
      try {
        var unused = provider.table().get(); // read here, so that the first run finds it readable
      } catch (ConfigurationException e) {
        missing.add("provider " + provider.name() + ": " + e.getMessage());
      }
    }
    try {
      new StepsCsv(scenario);
    } catch (ConfigurationException e) {
      missing.add(e.getMessage());
    }
    return missing;
  }

  private static List<String> lines(Scenario scenario) {
    List<String> lines = new ArrayList<>();
    lines.add("would run " + scenario.name());
    add(lines, "process", scenario.processes(), each -> each.name());
    add(lines, "provider", scenario.providers(), Scenario.Provider::name);
    add(lines, "target", scenario.targets(), each -> each.name() + " at " + each.at());
    add(
        lines,
        "workload",
        scenario.workloadSets().get(0),
        each -> "%s by %s %s".formatted(each.name(), each.provider(), each.section().resolved()));
    add(lines, "observer", scenario.observers(), each -> each.name());
    add(lines, "set-up", scenario.setUp(), each -> each.text());
    for (int i = 0; i < scenario.steps().size(); i++) {
      lines.add("  step %-7d %s".formatted(i + 1, scenario.steps().get(i).text()));
    }
    add(lines, "finally", scenario.lastSteps(), each -> each.text());
    add(lines, "until", scenario.run().until(), each -> each.workload() + " " + each.text());
    add(
        lines,
        "objective",
        scenario.objectives(),
        each -> each.workload() + " " + each.objective().written());
    if (scenario.processes().isEmpty()) { // else one of them may write a profile
      add(
          lines,
          "profile",
          scenario.workloadSets().get(0).stream()
              .filter(each -> each.section().optional("profile").isPresent())
              .toList(),
          each -> each.name() + " " + spec(each).profile().orElseThrow());
    } else {
      add(lines, "missing", missing(scenario), each -> each + "; a process may write it");
    }
    return lines;
  }

  /** As it would be with a provider. */
  private static WorkloadSpec spec(Scenario.Workload workload) {
    Delivery account = Delivery.of(Delivery.Role.ACCOUNT);
    return workload.workers().making().of(workload.name(), new IdleProvider(), "", account);
  }

  private static <T> void add(
      List<String> lines, String what, List<T> all, Function<T, String> text) {
    all.forEach(each -> lines.add("  %-12s %s".formatted(what, text.apply(each))));
  }

  /** The port behind an option that needs none: what is no number belongs to what follows. */
  static final class OptionalPort implements IParameterPreprocessor {

    private static final String ANY_FREE = "0";
    private static final Pattern NUMBER = Pattern.compile("-?\\d.*");

    @Override
    @SuppressWarnings("JdkObsolete") // picocli's signature
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (words.isEmpty() || !NUMBER.matcher(words.peek()).matches()) {
        words.push(ANY_FREE);
      }
      return false;
    }
  }
}
