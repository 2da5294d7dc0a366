package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.run.ControllerOptions;
import dev.sluice.control.cli.option.run.SummaryOptions;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.StepsCsv;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.text.Quantities;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.idle.IdleProvider;
import dev.sluice.jms.tracking.Delivery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
      "  sluice run sweep.yaml --for 50000/s --under p99=20ms",
      "  sluice run plan.yaml --set workloads.senders.threads=20 --set vars.size=4KiB"
    })
public final class RunCommand extends CommandPart implements Callable<Integer> {

  @Mixin PlanOptions plan;

  @Mixin
  RunKeys run =
      new RunKeys("out", "page", "metrics", "control", "interval", "until", "at-most", "label");

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

  @Mixin DemandOptions demand;

  @Mixin ControllerOptions controller;

  @Mixin SummaryOptions summary;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Scenario scenario = scenario();
    if (dryRun) {
      return dryRun(scenario);
    }
    return new ScenarioPlay(this, summary.form(), demand.demand()).run(scenario, controller);
  }

  /** The scenario in the file, with the values of the line. */
  Scenario scenario() {
    List<String> all = new ArrayList<>(plan.settings);
    all.addAll(run.settings());
    if (harnessShare != null) {
      all.add("harness-share=" + harnessShare);
    }
    return plan.read(all);
  }

  private int dryRun(Scenario scenario) {
    lines(scenario).forEach(out()::println);
    List<String> missing = writer(scenario).isEmpty() ? missing(scenario) : List.of();
    missing.forEach(this::complain);
    return missing.isEmpty() ? ExitCode.OK : ExitCode.USAGE;
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

  /** After what files may be there that are not there yet; empty if after nothing. */
  private static String writer(Scenario scenario) {
    String processes = scenario.processes().isEmpty() ? "" : "the start of the processes";
    return scenario.setUpWrites() ? "the set-up" : processes;
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
    add(
        lines,
        "observer",
        scenario.brokers(),
        each -> each.name() + " every " + Quantities.text(each.every()));
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
    if (writer(scenario).isEmpty()) { // else a profile may be written yet
      add(
          lines,
          "profile",
          scenario.workloadSets().get(0).stream()
              .filter(each -> each.section().optional("profile").isPresent())
              .toList(),
          each -> each.name() + " " + spec(each).profile().orElseThrow());
    } else {
      String then = "; looked for after " + writer(scenario);
      add(lines, "missing", missing(scenario), each -> each + then);
    }
    return lines;
  }

  /** As it would be with a provider. */
  private static WorkloadSpec spec(Scenario.WorkloadPlan workload) {
    Delivery account = Delivery.of(Delivery.Role.ACCOUNT);
    return workload.workers().making().of(workload.name(), new IdleProvider(), "", account);
  }

  private static <T> void add(
      List<String> lines, String what, List<T> all, Function<T, String> text) {
    all.forEach(each -> lines.add("  %-12s %s".formatted(what, text.apply(each))));
  }
}
