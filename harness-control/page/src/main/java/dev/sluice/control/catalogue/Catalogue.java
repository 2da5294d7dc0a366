package dev.sluice.control.catalogue;

import dev.sluice.control.format.RunFolderException;
import dev.sluice.core.result.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The runs under a folder, by a list in memory that follows it. Any thread; what is asked during a
 * refresh is answered by what has been read so far.
 */
public final class Catalogue {

  /** How many folders are read between two readings of the progress. */
  private static final int STEP = 500;

  private final Path root;
  private final Map<String, Listed> listed = new ConcurrentHashMap<>();

  private Catalogue(Path root) {
    this.root = root;
  }

  /** Follows a refresh. */
  @FunctionalInterface
  public interface Progress {

    /** Nothing is shown. */
    Progress NONE = (done, all) -> {};

    /**
     * Tells how far it is, at last that all is done; never if nothing is read.
     *
     * @param done how many folders have been read
     * @param all how many are read in all, because they are new or have changed
     */
    void read(int done, int all);
  }

  /**
   * A run, and what tells whether its folder has changed since it was read.
   *
   * @param signature by {@link FolderScan}
   */
  private record Listed(String signature, RunEntry run) {}

  /**
   * A figure of a workload in one of several runs.
   *
   * @param path the folder of the run
   * @param created when the run was made
   * @param workload its name
   * @param limited whether the harness was the limit of the run, so that it says little about the
   *     broker
   */
  public record TrendPoint(
      String path, Instant created, String workload, double value, boolean limited) {}

  /**
   * Opens the catalogue of a folder, which is empty until {@link #refresh}.
   *
   * @throws RunFolderException if there is no such folder
   */
  public static Catalogue open(Path folder) throws RunFolderException, IOException {
    if (!Files.isDirectory(folder)) {
      throw new RunFolderException(
          folder + (Files.exists(folder) ? " is not a folder" : " does not exist"));
    }
    return new Catalogue(folder.toRealPath());
  }

  /** The folder with the runs. */
  public Path root() {
    return root;
  }

  /** Brings the list up to date: reads folders that are new or have changed, forgets lost ones. */
  public synchronized void refresh(Progress progress) throws IOException {
    Map<String, String> changed = FolderScan.of(root);
    listed.keySet().retainAll(changed.keySet());
    listed.forEach((path, known) -> changed.remove(path, known.signature));
    int done = 0;
    for (Map.Entry<String, String> each : changed.entrySet()) {
      String path = each.getKey();
      listed.put(path, new Listed(each.getValue(), FolderReading.of(root, path)));
      done++;
      if (done % STEP == 0 || done == changed.size()) {
        progress.read(done, changed.size());
      }
    }
  }

  private Stream<RunEntry> runs() {
    return listed.values().stream().map(Listed::run);
  }

  /** The runs that are asked for, in order. */
  public List<RunEntry> list(RunQuery query) {
    return query.of(runs()).toList();
  }

  /** How many runs there are if all of them are listed. */
  public long count(RunQuery query) {
    return runs().filter(query::accepts).count();
  }

  /** Whether there is a run in a folder, named as it is listed. */
  public boolean has(String path) {
    return listed.containsKey(path);
  }

  /** The keys of labels with the values that they have, in order. */
  public Map<String, Set<String>> labels() {
    Map<String, Set<String>> labels = new TreeMap<>();
    for (Listed each : listed.values()) {
      each.run
          .labels()
          .forEach((key, value) -> labels.computeIfAbsent(key, any -> new TreeSet<>()).add(value));
    }
    return labels;
  }

  /** A figure of every workload of the runs that are asked for, the oldest run first. */
  public List<TrendPoint> trend(RunQuery query, WorkloadFigure figure) {
    List<TrendPoint> points = new ArrayList<>();
    for (RunEntry run : list(query)) {
      if (run.values().get(RunColumn.CREATED) instanceof Instant created) {
        boolean limited = run.text(RunColumn.VERDICT).equals(Verdict.Kind.HARNESS_LIMITED.label());
        for (RunEntry.WorkloadTotals totals : run.workloads()) {
          Double value = totals.figures().get(figure.column());
          if (value != null) {
            points.add(new TrendPoint(run.path(), created, totals.name(), value, limited));
          }
        }
      }
    }
    points.sort(Comparator.comparing(TrendPoint::created).thenComparing(TrendPoint::path));
    return points;
  }
}
