package dev.sluice.control.cli.command;

import dev.sluice.control.analysis.compare.Comparison;
import dev.sluice.control.analysis.compare.Comparison.Kind;
import dev.sluice.control.analysis.compare.Comparison.Side;
import dev.sluice.control.analysis.compare.RunFigures;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.RunFolderException;
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
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares runs. */
@Command(
    description = {
      "Compare rates and latencies of the runs of two sides, without the warm-up.",
      "Runs are the samples: name several of each side, with -- between the sides. A change counts",
      "if it is above --fail-on and its interval excludes 0 (Welch's test, one level for all",
      "figures together). Exit code 4 if anything got worse.",
      "Without --, each folder is a side of its own, and the first is the baseline: differences are",
      "shown, but one run a side cannot confirm anything (exit code 5).",
      "A run that was harness limited or had another target is not comparable, and a latency that is",
      "mostly the harness's own lateness is not judged: exit code 5 if nothing got worse.",
      "The folders of sweeps are compared step by step; the rounds of a repeat are their samples."
    },
    customSynopsis = "sluice compare [OPTIONS] FOLDER... [-- FOLDER...]",
    footer = {
      "  sluice compare before-1 before-2 before-3 -- after-1 after-2 after-3",
      "  sluice compare results/before results/after --html compare.html",
      "  sluice compare results/native-ha results/single --html sweeps.html"
    })
final class CompareCommand extends CommandPart implements Callable<Integer> {

  /** Of a side: more curves in a chart cannot be told apart. */
  private static final int MOST_DRAWN = 4;

  /** It is an option of this command, and not the end of options. */
  static final String NEXT_SIDE = "--";

  @Parameters(
      arity = "1..*",
      paramLabel = "FOLDER",
      description = "Folders written by --out; those before -- are the baseline.")
  List<Path> folders;

  @Option(names = NEXT_SIDE, arity = "1..*", hidden = true)
  List<Path> others = List.of();

  @Option(
      names = "--fail-on",
      paramLabel = "PERCENT",
      defaultValue = "5",
      converter = Converters.Rate.class,
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
    if (folders.size() + others.size() < 2) {
      throw refusal("'sluice compare' takes two or more folders");
    }
    return compare(
        out(),
        others.isEmpty() ? folders.stream().map(List::of).toList() : List.of(folders, others),
        thresholdPercent,
        json,
        html);
  }

  /**
   * Compares runs or sweeps with those of the first side, and returns the exit code.
   *
   * @param html where to write a page, too; null for nowhere
   */
  static int compare(
      PrintWriter out, List<List<Path>> folders, double thresholdPercent, boolean json, Path html)
      throws IOException {
    List<Path> all = folders.stream().flatMap(List::stream).toList();
    boolean ofSweeps = all.stream().anyMatch(RecordedScenario::isIn);
    Map<String, StepTable> sweeps = ofSweeps ? open(all, StepTable::in) : Map.of();
    Map<String, RecordedRun> runs = ofSweeps ? Map.of() : open(all);
    Map<String, List<RunFigures>> figures = new LinkedHashMap<>(RunFigures.ofSweeps(sweeps));
    for (Map.Entry<String, RecordedRun> run : runs.entrySet()) {
      figures.put(run.getKey(), List.of(RunFigures.of(run.getValue(), run.getKey())));
    }
    List<Side> sides = new ArrayList<>();
    Iterator<String> names = figures.keySet().iterator();
    for (List<Path> side : folders) {
      List<String> its = side.stream().map(any -> names.next()).toList();
      sides.add(Side.of(its, its.stream().flatMap(name -> figures.get(name).stream()).toList()));
    }
    boolean single = !ofSweeps && sides.stream().anyMatch(side -> side.runs().size() == 1);
    List<RunFigures> beside =
        single ? RunFigures.beside(runs.values().iterator().next(), all) : List.of();
    Comparison comparison =
        Comparison.of(ofSweeps ? Kind.SWEEP : Kind.RUN, sides, thresholdPercent, beside);
    if (json) {
      out.println(comparison.json());
    } else {
      comparison.lines().forEach(out::println);
    }
    if (html != null) {
      Json found = comparison.json();
      Set<String> drawn = new HashSet<>();
      for (Side side : sides) {
        side.runs().stream().limit(MOST_DRAWN).map(RunFigures::name).forEach(drawn::add);
      }
      runs.keySet().retainAll(drawn);
      Files.writeString(
          html, ofSweeps ? ComparisonPage.ofSweeps(sweeps, found) : ComparisonPage.of(runs, found));
    }
    return comparison.regression()
        ? ExitCode.OBJECTIVES_MISSED
        : comparison.notJudged() ? ExitCode.OBJECTIVES_NOT_JUDGED : ExitCode.OK;
  }

  /** Opens a folder. */
  @FunctionalInterface
  interface Opener<T> {
    T open(Path folder) throws RunFolderException, IOException;
  }

  /**
   * Opens folders, in their order; each goes by its last name if no other has the same, else by its
   * path.
   *
   * @throws RunFolderException if one is not a run folder, or is named twice
   */
  static Map<String, RecordedRun> open(List<Path> folders) throws RunFolderException, IOException {
    return open(folders, RecordedRun::open);
  }

  /** The same of folders that hold something else. */
  static <T> Map<String, T> open(List<Path> folders, Opener<T> opener)
      throws RunFolderException, IOException {
    Map<String, T> opened = new LinkedHashMap<>();
    for (Path folder : folders) {
      String last = lastName(folder);
      long alike = folders.stream().filter(other -> lastName(other).equals(last)).count();
      if (opened.put(alike == 1 ? last : folder.toString(), opener.open(folder)) != null) {
        throw new RunFolderException(folder + " is named twice; name each run folder once");
      }
    }
    return opened;
  }

  private static String lastName(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return name == null ? folder.toString() : name.toString();
  }
}
