package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.explain.ExplanationReport;
import dev.sluice.control.explain.RunReader;
import dev.sluice.control.explain.Variations;
import dev.sluice.control.explain.Variations.Change;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.FreshRuns;
import dev.sluice.control.process.FreshRuns.Program;
import dev.sluice.control.process.FreshRuns.RunFailedException;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.sink.console.Figures;
import dev.sluice.insight.bottleneck.Evidence;
import dev.sluice.insight.bottleneck.Explanation;
import dev.sluice.insight.bottleneck.Lever;
import dev.sluice.insight.bottleneck.Variation;
import dev.sluice.jms.provider.ProviderType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds what limits a plan. */
@Command(
    description = {
      "Find out why the rate of a plan is not higher.",
      "Varies requesters, sizes, persistence, commits, receivers and queues one at a time, in rounds,",
      "each run in a process of its own, and reads what the plan observes. Names what takes more than",
      "half of the time per message, or says what would tell.",
      "Exit code 0: named; 5: cannot tell. Other codes are those of a run that failed."
    },
    footer = {
      "  sluice explain plan.yaml --unlimited --out results/why",
      "  sluice explain plan.yaml --workload requesters --vary requesters,queues --queues 1..8 --out results/why"
    })
final class ExplainCommand extends CommandPart implements Callable<Integer> {

  @Parameters(paramLabel = "PLAN", description = "The plan, a YAML file, as sluice run plays it.")
  Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Replace a value of the plan, as sluice run does; repeatable.")
  List<String> settings = List.of();

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

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      required = true,
      description = "Keep the folders of all runs and explanation.json in this new folder.")
  Path out;

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
    try {
      Scenario plan = RunCommand.read(this, file, steady());
      if (plan.workloadSets().size() > 1) {
        throw refusal("Scenario " + file + " has several runs; name a scenario of one run");
      }
      List<Scenario.Workload> others = new ArrayList<>(plan.workloadSets().get(0));
      Scenario.Workload explained = take(others);
      try (FreshRuns runs = new FreshRuns(out)) {
        return new Session(
                plan,
                new Variations(
                    explained,
                    others,
                    Optional.ofNullable(queues),
                    awaitsAllSends(plan, explained)),
                runs)
            .play();
      }
    } catch (ScenarioException e) {
      complain(e.getMessage());
      return ExitCode.USAGE;
    } catch (RunFailedException e) {
      complain(e.getMessage());
      return e.exitCode();
    }
  }

  private boolean awaitsAllSends(Scenario plan, Scenario.Workload explained) {
    return plan.providers().stream()
        .filter(each -> each.name().equals(explained.provider()))
        .flatMap(each -> each.section().optional("type").stream())
        .flatMap(type -> types().named(type).stream())
        .anyMatch(ProviderType::awaitsAllSends);
  }

  /** A run of one load, whatever else the plan does. */
  private List<String> steady() {
    List<String> all = new ArrayList<>(settings);
    all.addAll(List.of("steps=", "objectives=", "run.until=", "run.duration=" + seconds + "s"));
    return all;
  }

  private Scenario.Workload take(List<Scenario.Workload> all) {
    for (Scenario.Workload each : all) {
      if (workload == null || each.name().equals(workload)) {
        all.remove(each);
        return each;
      }
    }
    throw all.isEmpty()
        ? refusal("Scenario " + file + " has no workloads; name one that has")
        : invalid(
            "--workload",
            "'%s' is none of %s"
                .formatted(
                    workload,
                    all.stream().map(Scenario.Workload::name).collect(Collectors.joining(", "))));
  }

  /** All runs of one answer. */
  private final class Session {

    private final Scenario plan;
    private final Variations variations;
    private final FreshRuns runs;
    private final RunReader reader;
    private final List<String> always;
    private final List<Evidence.Run> base = new ArrayList<>();
    private final Map<Variation, List<Evidence.Run>> varied = new LinkedHashMap<>();
    private OptionalInt refused = OptionalInt.empty();

    Session(Scenario plan, Variations variations, FreshRuns runs) {
      this.plan = plan;
      this.variations = variations;
      this.runs = runs;
      reader =
          new RunReader(variations.workload().name(), plan.observers(), Path.of("/sys/class/net"));
      always = always();
    }

    private List<String> always() {
      List<String> all = steady();
      if (!plan.document().section("run").has("warmup")) {
        all.add("run.warmup=2s");
      }
      all.add("observers." + RunReader.HOST + ".host=local");
      Scenario.Workload explained = variations.workload();
      for (String rate : List.of("rate", "total-rate")) {
        if (unlimited && explained.section().has(rate)) {
          all.add("workloads." + explained.name() + "." + rate + "=0");
        }
      }
      return all;
    }

    int play() throws IOException, InterruptedException {
      List<Change> changes = new ArrayList<>();
      RecordedRun screen = run("screen/as-planned", List.of());
      Evidence.Run first = read(screen, variations.requesters());
      tell(Figures.text("screen   %s/s", Figures.rate(first.perSecond())));
      boolean keepsRate = reader.keepsRate(screen);
      if (keepsRate) {
        base.add(first);
      } else {
        if (vary.contains(Lever.REQUESTERS)) {
          accepted().ifPresent(changes::add);
        }
        vary.forEach(each -> changes.addAll(variations.of(each)));
        changes.forEach(each -> varied.put(each.variation(), new ArrayList<>()));
        for (int round = 1; round <= rounds; round++) {
          round(round, changes);
        }
      }
      Evidence evidence = new Evidence(base, varied, variations.persistent(), keepsRate, refused);
      return report(new Explanation(evidence), changes);
    }

    /** The most requesters that the broker accepts. */
    private Optional<Change> accepted() throws IOException, InterruptedException {
      for (Change more : variations.moreRequesters()) {
        try {
          run("screen/" + name(more), more.settings());
          return Optional.of(more);
        } catch (RunFailedException e) {
          if (e.exitCode() != ExitCode.NO_CONNECTION) {
            throw e;
          }
          refused = OptionalInt.of(more.requesters());
          tell("screen   " + more.label() + " were refused");
        }
      }
      return Optional.empty();
    }

    /** Every other round goes backwards, so that a steady drift of the host cancels. */
    private void round(int number, List<Change> changes) throws IOException, InterruptedException {
      List<Optional<Change>> order = new ArrayList<>(List.of(Optional.empty()));
      changes.forEach(each -> order.add(Optional.of(each)));
      if (number % 2 == 0) {
        Collections.reverse(order);
      }
      for (Optional<Change> each : order) {
        RecordedRun run =
            run(
                "round-" + number + "/" + each.map(Session::name).orElse("as-planned"),
                each.map(Change::settings).orElse(List.of()));
        each.map(change -> varied.get(change.variation()))
            .orElse(base)
            .add(read(run, each.map(Change::requesters).orElse(variations.requesters())));
      }
      tell(
          Figures.text(
              "round %-2d %s/s as planned",
              number, Figures.rate(base.get(number - 1).perSecond())));
    }

    private static String name(Change change) {
      return change.label().replace(' ', '-');
    }

    private RecordedRun run(String name, List<String> more)
        throws IOException, InterruptedException {
      return runs.play(
          new Program(
              Optional.empty(), file, Stream.concat(always.stream(), more.stream()).toList()),
          name);
    }

    private Evidence.Run read(RecordedRun run, int requesters) throws IOException {
      return reader
          .read(run, requesters)
          .orElseThrow(
              () ->
                  new RunFailedException(
                      "the run " + run.folder() + " did nothing, so its rate cannot be explained",
                      ExitCode.FAILED_RUN));
    }

    private int report(Explanation explanation, List<Change> changes) throws IOException {
      ExplanationReport report =
          new ExplanationReport(
              RunCommand.name(file),
              variations.workload().name(),
              changes.stream().collect(Collectors.toMap(Change::variation, Change::label)),
              explanation);
      String object = secrets().mask(report.json().toString());
      Files.writeString(out.resolve("explanation.json"), object + "\n");
      if (json) {
        say(object);
      } else {
        say("");
        report.lines().forEach(ExplainCommand.this::say);
        say("runs in " + out);
      }
      return explanation.named().isPresent() ? ExitCode.OK : ExitCode.OBJECTIVES_NOT_JUDGED;
    }

    private void tell(String line) {
      if (json) {
        complain(line);
      } else {
        say(line);
      }
    }
  }
}
