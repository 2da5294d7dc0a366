package dev.sluice.control.cli.command;

import dev.sluice.control.catalogue.BadFilterException;
import dev.sluice.control.catalogue.Catalogue;
import dev.sluice.control.catalogue.RunColumn;
import dev.sluice.control.catalogue.RunEntry;
import dev.sluice.control.catalogue.RunFilter;
import dev.sluice.control.catalogue.RunQuery;
import dev.sluice.control.catalogue.RunTable;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.process.ExitCode;
import dev.sluice.core.text.Figures;
import dev.sluice.core.text.ForeignText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists run folders. */
@Command(
    description = {
      "List the run folders under a folder, the newest first; filter, sort and compare them.",
      "A damaged folder is listed with the reason."
    },
    footer = {
      "  sluice runs results",
      "  sluice runs results --search app1 --where 'p99<20ms' \\",
      "      --where label.team=payments",
      "  sluice runs results --where 'created>=2026-11-01' --sort p99 \\",
      "      --reverse --limit 10",
      "  sluice runs results --where id=nightly --limit 2 --compare \\",
      "      --html nightly.html"
    })
final class RunsCommand extends CommandPart implements Callable<Integer> {

  /** Fewer folders are read before somebody wonders. */
  private static final int WORTH_A_LINE = 500;

  private static final int LINES_OF_PROGRESS = 10;

  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER",
      description = "The folder that holds run folders, at any depth (default: this one).")
  Path folder = Path.of(".");

  @Option(
      names = "--search",
      paramLabel = "WORDS",
      description = "Only runs with all of these words in a name, label, verdict or folder.")
  String words = "";

  @Option(
      names = "--where",
      paramLabel = "FILTER",
      description = {
        "Only runs that meet this: COLUMN, then = != < <= > >= or ~ (contains), then a value.",
        "Columns: path, id, state, created, host, provider, scenario, workloads, measured,",
        "target, achieved, ratio, p50, p99, verdict, objectives, labels, damage, label.KEY.",
        "Times have a unit: p99<20ms. Repeatable."
      })
  List<String> filters = List.of();

  @Option(
      names = "--sort",
      paramLabel = "COLUMN",
      description = "Sort by this column, the smallest first (default: created, the newest first).")
  String sort;

  @Option(names = "--reverse", description = "Reverse the order.")
  boolean reverse;

  @Option(
      names = "--limit",
      paramLabel = "COUNT",
      converter = Converters.NotNegative.class,
      description = "List at most this many runs (default ${DEFAULT-VALUE}); 0 lists all.")
  long limit = 50;

  @Option(names = "--csv", description = "Print comma-separated values.")
  boolean csv;

  @Option(
      names = "--compare",
      description =
          "Compare the listed runs as 'sluice compare' does; the first one is the baseline. "
              + "--fail-on and --html are for this.")
  boolean compare;

  @Mixin ComparisonOptions comparison;

  @Override
  public Integer call() throws IOException {
    requireSense();
    try {
      RunQuery query = query();
      Catalogue catalogue = Catalogue.open(folder);
      catalogue.refresh(this::progress);
      List<RunEntry> runs = catalogue.list(query);
      return compare ? compare(catalogue.root(), runs) : tell(catalogue, query, runs);
    } catch (RunFolderException | BadFilterException e) {
      throw refusal(ForeignText.printable(e.getMessage()), e);
    }
  }

  private void requireSense() {
    requires("--compare", compare, "--html", "--fail-on");
    excludes("--csv", csv, "--json", "--compare");
  }

  private RunQuery query() throws BadFilterException {
    List<Predicate<RunEntry>> all = new ArrayList<>(RunFilter.search(words));
    for (String filter : filters) {
      all.add(RunFilter.parse(filter));
    }
    int most = (int) Math.min(limit, Integer.MAX_VALUE);
    return sort == null
        ? new RunQuery(all, RunColumn.CREATED, !reverse, most, 0)
        : new RunQuery(all, column(sort), reverse, most, 0);
  }

  private RunColumn column(String name) {
    return RunColumn.named(name)
        .orElseThrow(
            () ->
                invalid(
                    "--sort",
                    Converters.notOneOf(
                        name, Arrays.stream(RunColumn.values()).map(RunColumn::word))));
  }

  private void progress(int done, int all) {
    int lineEvery = Math.max(WORTH_A_LINE, all / LINES_OF_PROGRESS / WORTH_A_LINE * WORTH_A_LINE);
    if (all >= WORTH_A_LINE && (done % lineEvery == 0 || done == all)) {
      complain("read " + Figures.count(done) + " of " + Figures.count(all) + " folders");
    }
  }

  private int tell(Catalogue catalogue, RunQuery query, List<RunEntry> runs) {
    if (comparison.json) {
      runs.forEach(run -> out().println(run.json()));
    } else if (csv) {
      out().print(RunTable.csv(runs));
    } else {
      RunTable.of(runs).forEach(out()::println);
      long all = catalogue.count(query);
      if (runs.size() < all) {
        out().println();
        String listed = Figures.count(runs.size()) + " of " + Figures.count(all, "run");
        say(listed + "; --limit 0 lists all");
      }
    }
    out().flush();
    return ExitCode.OK;
  }

  private int compare(Path root, List<RunEntry> runs) throws IOException {
    List<RunEntry> sound = runs.stream().filter(run -> !run.isDamaged()).toList();
    if (sound.size() < 2) {
      throw refusal(
          "'--compare' takes two or more runs, and "
              + (sound.isEmpty() ? "none is" : "one is")
              + " listed");
    }
    return comparison.compare(
        sound.stream().map(run -> List.of(root.resolve(run.path()))).toList());
  }
}
