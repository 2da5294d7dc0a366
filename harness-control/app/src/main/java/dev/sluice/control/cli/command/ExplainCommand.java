package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.explain.Experiment;
import dev.sluice.control.explain.ExplanationReport;
import dev.sluice.control.explain.RunReader;
import dev.sluice.control.explain.Variations;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.FreshRuns;
import dev.sluice.control.process.FreshRuns.Program;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.core.time.NanoClock;
import dev.sluice.estimates.bottleneck.Explanation;
import dev.sluice.estimates.bottleneck.Lever;
import dev.sluice.jms.provider.ProviderType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds what limits a plan. */
@Command(
    description = {
      "Find out why the rate of a plan is not higher.",
      "Varies requesters, sizes, persistence, commits, receivers and queues one at a time, in"
          + " rounds,",
      "each run in a process of its own, and reads what the plan observes. Names what takes more"
          + " than",
      "half of the time per message, or says what would tell.",
      "Exit code 0: named; 5: cannot tell. Other codes are those of a run that failed."
    },
    footer = {
      "  sluice explain plan.yaml --unlimited --out results/why",
      "  sluice explain plan.yaml --workload requesters \\",
      "      --vary requesters,queues --queues 1..8 --out results/why"
    })
final class ExplainCommand extends CommandPart implements Callable<Integer> {

  @Mixin StudyOptions plan;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description = "Explain the rate of this workload (default: the first one).")
  String workload;

  @Option(
      names = "--unlimited",
      description = "Let this workload run as fast as it can, whatever rate the plan asks for.")
  boolean unlimited;

  @Option(
      names = "--vary",
      paramLabel = "WHAT",
      split = ",",
      description = {
        "Vary these alone (default: all that the plan has): requesters, size, persistence, commit,",
        "receivers, queues."
      })
  List<Lever> vary = List.of(Lever.values());

  @Option(
      names = "--queues",
      paramLabel = "FIRST..LAST",
      description = "Vary queues by spreading the load over these, which must exist.")
  String queues;

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      defaultValue = "3",
      converter = Converters.AtLeastOne.class,
      description = "Play so many rounds of all variations (default ${DEFAULT-VALUE}); 2 at least.")
  int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "5",
      converter = Converters.AtLeastOne.class,
      description = "Measure each run for so long, after its warm-up (default ${DEFAULT-VALUE}).")
  int seconds;

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (rounds < 2) {
      throw invalid("--rounds", "one round knows no errors; use 2 or more");
    }
    if (queues != null && !Variations.RANGE.matcher(queues).matches()) {
      throw invalid("--queues", "'" + queues + "' is not a range such as 1..8");
    }
    Scenario scenario = plan.read(steady());
    List<Scenario.WorkloadPlan> others = new ArrayList<>(scenario.workloadSets().get(0));
    Scenario.WorkloadPlan explained = take(others);
    List<String> always = always(scenario, explained);
    try (FreshRuns runs = new FreshRuns(plan.out)) {
      Experiment experiment =
          new Experiment(
              new Variations(
                  explained,
                  others,
                  Optional.ofNullable(queues),
                  awaitsAllSends(scenario, explained)),
              new RunReader(explained.name(), scenario.observers(), Path.of("/sys/class/net")),
              (name, more) ->
                  runs.play(
                      new Program(
                          Optional.empty(),
                          plan.file,
                          Stream.concat(always.stream(), more.stream()).toList()),
                      name),
              json ? this::complain : this::say);
      long beganNanos = NanoClock.SYSTEM.nanos();
      Explanation explanation = experiment.play(vary, rounds);
      Duration took = Duration.ofNanos(NanoClock.SYSTEM.nanos() - beganNanos);
      report(
          new ExplanationReport(plan.name(), explained.name(), experiment.labels(), explanation),
          took);
      return explanation.named().isPresent() ? ExitCode.OK : ExitCode.OBJECTIVES_NOT_JUDGED;
    }
  }

  private boolean awaitsAllSends(Scenario scenario, Scenario.WorkloadPlan explained) {
    return scenario.providers().stream()
        .filter(each -> each.name().equals(explained.provider()))
        .flatMap(each -> each.section().optional("type").stream())
        .flatMap(type -> types().named(type).stream())
        .anyMatch(ProviderType::awaitsAllSends);
  }

  /** A run of one load, whatever else the plan does. */
  private List<String> steady() {
    return plan.settingsAnd("steps=", "objectives=", "run.until=", "run.duration=" + seconds + "s");
  }

  private List<String> always(Scenario scenario, Scenario.WorkloadPlan explained) {
    List<String> all = new ArrayList<>(steady());
    if (!scenario.document().section("run").has("warmup")) {
      all.add("run.warmup=" + Math.min(2_000, 500 * seconds) + "ms"); // within a short run, too
    }
    all.add("observers." + RunReader.HOST + ".host=local");
    for (String rate : List.of("rate", "total-rate")) {
      if (unlimited && explained.section().has(rate)) {
        all.add("workloads." + explained.name() + "." + rate + "=0");
      }
    }
    return all;
  }

  private Scenario.WorkloadPlan take(List<Scenario.WorkloadPlan> all) {
    for (Scenario.WorkloadPlan each : all) {
      if (workload == null || each.name().equals(workload)) {
        all.remove(each);
        return each;
      }
    }
    throw all.isEmpty()
        ? refusal("Scenario " + plan.file + " has no workloads; name one that has")
        : invalid(
            "--workload",
            "'%s' is none of %s"
                .formatted(
                    workload,
                    all.stream()
                        .map(Scenario.WorkloadPlan::name)
                        .collect(Collectors.joining(", "))));
  }

  private void report(ExplanationReport report, Duration took) throws IOException {
    String object = secrets().mask(report.json().toString());
    Files.writeString(plan.out.resolve("explanation.json"), object + "\n");
    if (json) {
      say(object);
    } else {
      say("");
      report.lines(rounds, took).forEach(this::say);
      say("runs in " + plan.out);
    }
  }
}
