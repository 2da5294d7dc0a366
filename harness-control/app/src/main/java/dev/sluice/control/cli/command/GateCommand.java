package dev.sluice.control.cli.command;

import dev.sluice.control.analysis.compare.RunFigures;
import dev.sluice.control.analysis.gate.Gate;
import dev.sluice.control.analysis.gate.GateReport;
import dev.sluice.control.analysis.gate.GateResult;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.FreshRuns;
import dev.sluice.control.process.FreshRuns.Program;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.core.text.Quantities;
import dev.sluice.core.time.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Decides whether a plan got better or worse. */
@Command(
    description = {
      "Decide whether a plan got better or worse than a baseline.",
      "The baseline is another jar, class path, broker or setting. Runs of both take turns, A B B"
          + " A,",
      "each in a process of its own, until the answer is known or --rounds have been played.",
      "Exit code 0: better, or equal within --margin; 4: worse; 5: cannot tell. Other codes are"
          + " those",
      "of a run that failed."
    },
    footer = {
      "  sluice gate plan.yaml --against jar=released/sluice.jar --out results/gate",
      "  sluice gate plan.yaml --against set=workloads.senders.threads=8 \\",
      "      --out results/threads",
      "  sluice gate plan.yaml --against class-path=client-9.3 \\",
      "      --metric 'senders: p99' --out results/client",
      "  sluice gate plan.yaml --against set=providers.broker.url=tcp://old:61616 \\",
      "      --junit gate.xml --out results/brokers"
    })
final class GateCommand extends CommandPart implements Callable<Integer> {

  /** Percentiles come in steps of a histogram, of 0.8 % at most. */
  private static final double LEAST_MARGIN = 0.01;

  @Mixin StudyOptions plan;

  @Option(
      names = "--against",
      paramLabel = "WHAT=VALUE",
      required = true,
      description = {
        "How the baseline differs from the plan; repeatable. jar=FILE: this Sluice;",
        "class-path=PATH: these jars of the provider's client; set=KEY=VALUE: this value."
      })
  List<Against> against;

  @Option(
      names = "--metric",
      paramLabel = "FIGURE",
      description = {
        "Judge this figure: achieved, p50, p90, p99 or p99.9, of one workload as in 'senders:"
            + " p99';",
        "repeatable (default: achieved and p99 of workloads with a rate). Fewer figures need fewer"
            + " rounds."
      })
  List<Gate.Figure> metrics = List.of();

  @Option(
      names = "--margin",
      paramLabel = "SHARE",
      defaultValue = "5%",
      description = "A change up to this does not matter (default ${DEFAULT-VALUE}); 1%% at least.")
  String margin;

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      defaultValue = "10",
      converter = Converters.AtLeastOne.class,
      description = "Play at most this many rounds of four runs (default ${DEFAULT-VALUE}).")
  int rounds;

  @Option(names = "--exit-6-if-better", description = "End with 6 instead of 0 for better.")
  boolean tellBetter;

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  @Option(names = "--junit", paramLabel = "FILE", description = "Also write JUnit XML.")
  Path junit;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Also write Markdown, for the comment on a pull request.")
  Path markdown;

  /**
   * A difference of the baseline.
   *
   * @param what the kind, as it is written
   */
  record Against(What what, String value) {

    /** The kinds. */
    enum What {
      JAR,
      CLASS_PATH,
      SET
    }

    /** Parses {@code WHAT=VALUE}. */
    static Against parse(String text) {
      for (What what : What.values()) {
        String begin = Converters.word(what) + "=";
        if (text.startsWith(begin) && text.length() > begin.length()) {
          return new Against(what, text.substring(begin.length()));
        }
      }
      throw new IllegalArgumentException(
          "'" + text + "' is not one of jar=FILE, class-path=PATH, set=KEY=VALUE");
    }

    @Override
    public String toString() {
      return Converters.word(what) + "=" + value;
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (rounds < GateResult.FEWEST) {
      throw invalid("--rounds", "'" + rounds + "' is below " + GateResult.FEWEST);
    }
    double share = valid("--margin", () -> Quantities.share(margin));
    if (!(share >= LEAST_MARGIN && share < 1)) {
      throw invalid("--margin", "'" + margin + "' is not within 1% and 99%");
    }
    Program candidate = program(Optional.empty(), plan.settings);
    Program baseline = baseline();
    try (FreshRuns runs = new FreshRuns(plan.out)) {
      Gate.Runner runner =
          (side, name) ->
              RunFigures.of(runs.play(side == Gate.Side.A ? baseline : candidate, name), name);
      return report(
          new GateReport(
              plan.name(),
              against.stream().map(Against::toString).collect(Collectors.joining(", ")),
              new Gate(metrics, rounds, share, runner, NanoClock.SYSTEM::nanos)
                  .play(json ? this::complain : this::say)));
    }
  }

  /** Mistakes in a plan are reported before anything runs; another jar may accept other plans. */
  private Program program(Optional<Path> jar, List<String> its) {
    plan.read(jar.isPresent() ? plan.settings : its);
    return new Program(jar, plan.file, its);
  }

  private Program baseline() {
    List<String> all = new ArrayList<>(plan.settings);
    Optional<Path> jar = Optional.empty();
    for (Against each : against) {
      switch (each.what) {
        case JAR -> jar = Optional.of(readable(Path.of(each.value)));
        case SET -> all.add(each.value);
        case CLASS_PATH -> {
          for (Scenario.Provider provider : plan.read(plan.settings).providers()) {
            all.add("providers." + provider.name() + ".class-path=" + each.value);
          }
        }
      }
    }
    return program(jar, all);
  }

  private Path readable(Path jar) {
    if (!Files.isReadable(jar)) {
      throw invalid("--against", "'" + jar + "' cannot be read");
    }
    return jar;
  }

  private int report(GateReport report) throws IOException {
    if (json) {
      say(report.json().toString());
    } else {
      say("");
      report.lines().forEach(this::say);
      say("runs in " + plan.out);
    }
    write(junit, report.junit());
    write(markdown, report.markdown());
    return ExitCode.of(report.result().decision(), tellBetter ? ExitCode.BETTER : ExitCode.OK);
  }

  private void write(Path where, String text) throws IOException {
    if (where != null) {
      Files.writeString(where, secrets().mask(text));
    }
  }
}
