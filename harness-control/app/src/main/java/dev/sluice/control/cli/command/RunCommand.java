package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.cli.option.OptionalPort;
import dev.sluice.control.cli.option.fleet.ControllerOptions;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.text.InputFile;
import dev.sluice.jms.provider.ProviderTypes;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Plays a scenario. */
@Command(
    name = "run",
    description = {
      "Run a scenario: workloads, steps and objectives from a file, unattended.",
      "The exit code is 4 if an objective was missed, 5 if one was not judged because too much of",
      "its latency is the harness's own lateness."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  sluice run config/e4-tutorial/e4-small.yaml --dry-run",
      "  sluice run config/e1-uniform-cluster/e1-small.yaml --out results/e1",
      "  sluice run plan.yaml --set workloads.senders.threads=20 --set vars.size=4KiB"
    })
public final class RunCommand implements Callable<Integer> {

  private final Secrets secrets;
  private final ProviderTypes types;

  @Spec CommandSpec command;

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

  public RunCommand(Secrets secrets, ProviderTypes types) {
    this.secrets = secrets;
    this.types = types;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String text = text();
    List<String> all = new ArrayList<>(settings);
    labels.forEach(label -> all.add("run.label+=" + label));
    Map<String, String> run = new LinkedHashMap<>();
    run.put("out", out);
    run.put("page", page);
    run.put("metrics", metrics);
    run.put("control", control);
    run.put("interval", interval);
    run.values().removeIf(Objects::isNull);
    run.forEach((key, value) -> all.add("run." + key + "=" + value));
    if (harnessShare != null) {
      all.add("harness-share=" + harnessShare);
    }
    try {
      Scenario scenario =
          new ScenarioReader(
                  new ScenarioVocabulary(secrets),
                  name -> Optional.ofNullable(System.getenv(name)),
                  secrets)
              .read(name(), file.toString(), text, all);
      if (dryRun) {
        ScenarioDryRun.lines(scenario).forEach(command.commandLine().getOut()::println);
        List<String> missing =
            scenario.processes().isEmpty() ? ScenarioDryRun.missing(scenario) : List.of();
        missing.forEach(each -> command.commandLine().getErr().println("sluice: " + each));
        return missing.isEmpty() ? ExitCode.OK : ExitCode.USAGE;
      }
      return new ScenarioPlay(types, command.commandLine(), secrets).run(scenario, controller);
    } catch (ScenarioException e) {
      command.commandLine().getErr().println("sluice: " + e.getMessage());
      return ExitCode.USAGE;
    }
  }

  private String text() {
    try {
      return InputFile.text(file, InputFile.HAND_WRITTEN_BYTES);
    } catch (MalformedInputException e) {
      throw unreadable("it is not in UTF-8", e);
    } catch (InputFile.TooLargeException e) {
      throw unreadable(e.getMessage(), e);
    } catch (IOException e) {
      throw unreadable(Files.exists(file) ? "it cannot be read" : "it does not exist", e);
    }
  }

  private ParameterException unreadable(String why, IOException cause) {
    return new OptionRules(command).refusal("Scenario " + file + ": " + why, cause);
  }

  private String name() {
    Path last = file.getFileName();
    return last == null ? file.toString() : last.toString().replaceFirst("\\.ya?ml$", "");
  }
}
