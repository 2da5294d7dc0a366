package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.recorded.RecordedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares runs. */
@Command(
    description = {
      "Compare rates and latencies of the runs of two sides, without the warm-up.",
      "Runs are the samples: name several of each side, with -- between the sides. A change counts",
      "if it is above --fail-on and its interval excludes 0 (Welch's test, one level for all",
      "figures together). Exit code 4 if anything got worse.",
      "Without --, each folder is a side of its own, and the first is the baseline: differences"
          + " are",
      "shown, but one run a side cannot confirm anything (exit code 5).",
      "A run that was harness limited or had another target is not comparable, and a latency that"
          + " may be",
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

  /** It is an option of this command, and not the end of options. */
  static final String NEXT_SIDE = "--";

  @Parameters(
      arity = "1..*",
      paramLabel = "FOLDER",
      description = "Folders written by --out; those before -- are the baseline.")
  List<Path> folders;

  @Option(names = NEXT_SIDE, arity = "1..*", hidden = true)
  List<Path> others = List.of();

  @Mixin ComparisonOptions comparison;

  @Override
  public Integer call() throws IOException {
    if (folders.size() + others.size() < 2) {
      throw refusal("'sluice compare' takes two or more folders");
    }
    return comparison.compare(
        others.isEmpty() ? folders.stream().map(List::of).toList() : List.of(folders, others));
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
