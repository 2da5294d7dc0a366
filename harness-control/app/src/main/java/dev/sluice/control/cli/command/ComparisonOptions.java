package dev.sluice.control.cli.command;

import dev.sluice.control.analysis.compare.Comparison;
import dev.sluice.control.analysis.compare.Comparison.Design;
import dev.sluice.control.analysis.compare.Comparison.Side;
import dev.sluice.control.analysis.compare.RunFigures;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RecordedScenario;
import dev.sluice.control.recorded.StepTable;
import dev.sluice.control.sink.page.ComparisonPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
    return all.stream().anyMatch(RecordedScenario::isIn)
        ? compareSweeps(folders, CompareCommand.open(all, StepTable::in))
        : compareRuns(folders, CompareCommand.open(all));
  }

  private int compareSweeps(List<List<Path>> folders, Map<String, StepTable> sweeps)
      throws IOException {
    List<Side> sides = sides(folders, RunFigures.ofSweeps(sweeps));
    Comparison comparison = Comparison.of(Design.SWEEP, sides, thresholdPercent, List.of());
    return conclude(comparison, () -> ComparisonPage.ofSweeps(sweeps, comparison.json()));
  }

  private int compareRuns(List<List<Path>> folders, Map<String, RecordedRun> runs)
      throws IOException {
    Map<String, List<RunFigures>> figures = new LinkedHashMap<>();
    for (Map.Entry<String, RecordedRun> run : runs.entrySet()) {
      figures.put(run.getKey(), List.of(RunFigures.of(run.getValue(), run.getKey())));
    }
    List<Side> sides = sides(folders, figures);
    boolean single = sides.stream().anyMatch(side -> side.runs().size() == 1);
    List<Path> all = folders.stream().flatMap(List::stream).toList();
    List<RunFigures> neighbours =
        single ? RunFigures.beside(runs.values().iterator().next(), all) : List.of();
    Comparison comparison = Comparison.of(Design.RUN, sides, thresholdPercent, neighbours);
    return conclude(
        comparison,
        () -> {
          runs.keySet().retainAll(drawn(sides));
          return ComparisonPage.of(runs, comparison.json());
        });
  }

  /**
   * The sides with their figures.
   *
   * @param figures by the name of a run or sweep, in the order of the folders
   */
  private static List<Side> sides(List<List<Path>> folders, Map<String, List<RunFigures>> figures) {
    Iterator<String> names = figures.keySet().iterator();
    List<Side> sides = new ArrayList<>();
    for (List<Path> side : folders) {
      List<String> own = side.stream().map(any -> names.next()).toList();
      sides.add(Side.of(own, own.stream().flatMap(name -> figures.get(name).stream()).toList()));
    }
    return sides;
  }

  private static Set<String> drawn(List<Side> sides) {
    return sides.stream()
        .flatMap(side -> side.runs().stream().limit(MOST_DRAWN))
        .map(RunFigures::name)
        .collect(Collectors.toSet());
  }

  /** Prints a comparison, writes its page if one is asked for, and returns the exit code. */
  private int conclude(Comparison comparison, IoSupplier<String> page) throws IOException {
    if (json) {
      say(comparison.json().toString());
    } else {
      comparison.lines().forEach(this::say);
    }
    if (html != null) {
      Files.writeString(html, page.make());
    }
    return comparison.regression()
        ? ExitCode.OBJECTIVES_MISSED
        : comparison.notJudged() ? ExitCode.OBJECTIVES_NOT_JUDGED : ExitCode.OK;
  }
}
