package dev.sluice.control.cli.command;

import dev.sluice.control.analysis.compare.Comparison;
import dev.sluice.control.analysis.compare.Comparison.Design;
import dev.sluice.control.analysis.compare.Comparison.Side;
import dev.sluice.control.analysis.compare.RunFigures;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.format.Json;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RecordedScenario;
import dev.sluice.control.recorded.StepTable;
import dev.sluice.control.sink.page.ComparisonPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Option;

/** Options of comparisons: threshold and output. */
final class ComparisonOptions extends CommandPart {

  /** Of a side: more curves in a chart cannot be told apart. */
  private static final int MOST_DRAWN = 4;

  @Option(
      names = "--fail-on",
      paramLabel = "PERCENT",
      defaultValue = "5",
      converter = Converters.IterationRate.class,
      description = "Ignore changes up to this (default ${DEFAULT-VALUE}).")
  double thresholdPercent;

  @Option(names = "--json", description = "Print JSON, one object a line.")
  boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write a page with the curves of all runs or sweeps in one chart.")
  Path html;

  /** Compares runs or sweeps with those of the first side, and returns the exit code. */
  int compare(List<List<Path>> folders) throws IOException {
    List<Path> all = folders.stream().flatMap(List::stream).toList();
    boolean ofSweeps = all.stream().anyMatch(RecordedScenario::isIn);
    Map<String, StepTable> sweeps = ofSweeps ? CompareCommand.open(all, StepTable::in) : Map.of();
    Map<String, RecordedRun> runs = ofSweeps ? Map.of() : CompareCommand.open(all);
    Map<String, List<RunFigures>> figures = new LinkedHashMap<>(RunFigures.ofSweeps(sweeps));
    for (Map.Entry<String, RecordedRun> run : runs.entrySet()) {
      figures.put(run.getKey(), List.of(RunFigures.of(run.getValue(), run.getKey())));
    }
    List<Side> sides = new ArrayList<>();
    Iterator<String> names = figures.keySet().iterator();
    for (List<Path> side : folders) {
      List<String> sideNames = side.stream().map(any -> names.next()).toList();
      sides.add(
          Side.of(
              sideNames, sideNames.stream().flatMap(name -> figures.get(name).stream()).toList()));
    }
    boolean single = !ofSweeps && sides.stream().anyMatch(side -> side.runs().size() == 1);
    List<RunFigures> neighbours =
        single ? RunFigures.beside(runs.values().iterator().next(), all) : List.of();
    Comparison comparison =
        Comparison.of(ofSweeps ? Design.SWEEP : Design.RUN, sides, thresholdPercent, neighbours);
    if (json) {
      say(comparison.json().toString());
    } else {
      comparison.lines().forEach(this::say);
    }
    if (html != null) {
      Json result = comparison.json();
      Set<String> drawn = new HashSet<>();
      for (Side side : sides) {
        side.runs().stream().limit(MOST_DRAWN).map(RunFigures::name).forEach(drawn::add);
      }
      runs.keySet().retainAll(drawn);
      Files.writeString(
          html,
          ofSweeps ? ComparisonPage.ofSweeps(sweeps, result) : ComparisonPage.of(runs, result));
    }
    return comparison.regression()
        ? ExitCode.OBJECTIVES_MISSED
        : comparison.notJudged() ? ExitCode.OBJECTIVES_NOT_JUDGED : ExitCode.OK;
  }
}
