package dev.sluice.control.cli.command;

import dev.sluice.control.analysis.compare.Comparison;
import dev.sluice.control.analysis.compare.Samples;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Holds runs against each other. */
@Command(
    description = {
      "Compare rates and latencies of runs with the first one, without the warm-up.",
      "A change counts if it is above --fail-on and the intervals of both runs confirm it",
      "(Mann-Whitney U test). Exit code 4 if anything got worse.",
      "A run that was harness limited is not comparable, and a latency that is mostly the",
      "harness's own lateness is not judged: exit code 5 if nothing got worse.",
      "The folders of sweeps are compared step by step; the rounds of a repeat confirm a change."
    },
    footer = {
      "  sluice compare results/before results/after",
      "  sluice compare results/before results/after --fail-on 10 --html compare.html",
      "  sluice compare results/native-ha results/single --html sweeps.html"
    })
final class CompareCommand extends CommandPart implements Callable<Integer> {

  @Parameters(
      arity = "2..*",
      paramLabel = "FOLDER",
      description = "Two or more folders written by --out, the baseline first.")
  List<Path> folders;

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
    return compare(out(), folders, thresholdPercent, json, html);
  }

  /**
   * Compares runs or sweeps with the first one, and returns the exit code.
   *
   * @param html where to write a page, too; null for nowhere
   */
  static int compare(
      PrintWriter out, List<Path> folders, double thresholdPercent, boolean json, Path html)
      throws IOException {
    boolean ofSweeps = folders.stream().anyMatch(RecordedScenario::isIn);
    Map<String, StepTable> sweeps = ofSweeps ? open(folders, StepTable::in) : Map.of();
    Map<String, RecordedRun> runs = ofSweeps ? Map.of() : open(folders);
    List<Samples> samples = new ArrayList<>(Samples.ofSweeps(sweeps));
    for (Map.Entry<String, RecordedRun> run : runs.entrySet()) {
      samples.add(Samples.ofRun(run.getValue(), run.getKey()));
    }
    Comparison comparison = Comparison.of(samples, thresholdPercent);
    if (json) {
      out.println(comparison.json());
    } else {
      comparison.lines().forEach(out::println);
    }
    if (html != null) {
      Json found = comparison.json();
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
