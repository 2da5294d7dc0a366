package dev.sluice.control.cli.command;

import dev.sluice.control.analysis.compare.Comparison;
import dev.sluice.control.analysis.compare.Samples;
import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.format.Json;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RecordedScenario;
import dev.sluice.control.recorded.StepTable;
import dev.sluice.control.sink.page.ComparisonPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Holds runs against each other. */
@Command(
    name = "compare",
    description = {
      "Compare rates and latencies of runs with the first one, without the warm-up.",
      "A change counts if it is above --fail-on and the intervals of both runs confirm it",
      "(Mann-Whitney U test). Exit code 4 if anything got worse.",
      "A run that was harness limited is not comparable, and a latency that is mostly the",
      "harness's own lateness is not judged: exit code 5 if nothing got worse.",
      "The folders of sweeps are compared step by step; the rounds of a repeat confirm a change."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  sluice compare results/before results/after",
      "  sluice compare results/before results/after --fail-on 10 --html compare.html",
      "  sluice compare results/native-ha results/single --html sweeps.html"
    })
final class CompareCommand implements Callable<Integer> {

  @Spec CommandSpec command;

  @Parameters(
      arity = "2..*",
      paramLabel = "FOLDER",
      description = "Two or more folders written by --out, the baseline first.")
  List<Path> folders;

  @Option(
      names = "--fail-on",
      paramLabel = "PERCENT",
      defaultValue = "5",
      converter = Numbers.Rate.class,
      description = "Ignore changes up to this (default ${DEFAULT-VALUE}).")
  double thresholdPercent;

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write a page with the curves of all runs or sweeps in one chart.")
  Path html;

  @Override
  public Integer call() throws IOException {
    if (folders.stream().anyMatch(RecordedScenario::isIn)) {
      Map<String, StepTable> sweeps = RunNames.open(folders, StepTable::in);
      return tell(Samples.ofSweeps(sweeps), found -> ComparisonPage.ofSweeps(sweeps, found));
    }
    Map<String, RecordedRun> runs = RunNames.open(folders);
    List<Samples> samples = new ArrayList<>();
    for (Map.Entry<String, RecordedRun> run : runs.entrySet()) {
      samples.add(Samples.ofRun(run.getValue(), run.getKey()));
    }
    return tell(samples, found -> ComparisonPage.of(runs, found));
  }

  /** Makes a page of what was found. */
  @FunctionalInterface
  private interface PageMaker {
    String page(Json comparison) throws IOException;
  }

  private int tell(List<Samples> samples, PageMaker pages) throws IOException {
    Comparison comparison = Comparison.of(samples, thresholdPercent);
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(comparison.json());
    } else {
      comparison.lines().forEach(out::println);
    }
    if (html != null) {
      Files.writeString(html, pages.page(comparison.json()));
    }
    return comparison.regression()
        ? ExitCode.OBJECTIVES_MISSED
        : comparison.notJudged() ? ExitCode.OBJECTIVES_NOT_JUDGED : ExitCode.OK;
  }
}
