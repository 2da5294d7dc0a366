package dev.sluice.control.catalogue;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;

import dev.sluice.control.format.Table;
import dev.sluice.core.text.Figures;
import dev.sluice.core.text.ForeignText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Runs as tables. What comes from a run cannot command a terminal. Pure functions. */
public final class RunTable {

  private static final int WIDEST = 40;

  private static final Table<RunEntry> TABLE =
      new Table<RunEntry>()
          .left("date (UTC)", RunTable::date)
          .left("folder", run -> ForeignText.printable(run.path())) // a person copies it
          .left("verdict", RunTable::verdict)
          .left("workloads", cut(RunColumn.WORKLOADS))
          .right("achieved/s", run -> rate(run, RunColumn.ACHIEVED))
          .right("target/s", run -> rate(run, RunColumn.TARGET))
          .right("p99", RunTable::p99)
          .left("provider", cut(RunColumn.PROVIDER))
          .left("host", cut(RunColumn.HOST))
          .left("id", cut(RunColumn.ID))
          .left("labels", cut(RunColumn.LABELS));

  private RunTable() {}

  /** All columns, for spreadsheets. */
  public static String csv(List<RunEntry> runs) {
    Table<RunEntry> table = new Table<>();
    for (RunColumn column : RunColumn.values()) {
      table = table.left(column.column(), run -> printable(run.cell(column)));
    }
    return table.csv(runs);
  }

  private static Object printable(Object cell) {
    return cell instanceof String text ? ForeignText.printable(text) : cell;
  }

  /** A line for the titles and one for each run; below a damaged one stands why. */
  public static List<String> of(List<RunEntry> runs) {
    List<String> lines = new ArrayList<>(TABLE.lines(runs));
    for (int i = runs.size(); i > 0; i--) {
      if (runs.get(i - 1).isDamaged()) {
        lines.add(
            i + 1, "    damaged: " + ForeignText.printable(runs.get(i - 1).text(RunColumn.DAMAGE)));
      }
    }
    return lines;
  }

  private static Function<RunEntry, String> cut(RunColumn column) {
    return run -> {
      String text = ForeignText.printable(run.text(column));
      return text.length() <= WIDEST ? text : text.substring(0, WIDEST - 1) + "…";
    };
  }

  private static String date(RunEntry run) {
    String created = run.text(RunColumn.CREATED);
    return created.isEmpty() ? "" : created.substring(0, 19).replace('T', ' ');
  }

  private static String rate(RunEntry run, RunColumn column) {
    return run.values().get(column) instanceof Double rate ? Figures.rate(rate) : null;
  }

  private static String p99(RunEntry run) {
    return run.values().get(RunColumn.P99) instanceof Double millis
        ? Figures.latency(Math.round(millis * NANOS_PER_MILLI))
        : null;
  }

  /** The verdict, or why there is none, and the outcome of objectives that were not met. */
  public static String verdict(RunEntry run) {
    String verdict = run.text(RunColumn.VERDICT);
    String objectives = run.text(RunColumn.OBJECTIVES);
    return (verdict.isEmpty() ? run.text(RunColumn.STATE) : verdict)
        + (objectives.isEmpty() || objectives.equals("met") ? "" : ", objectives " + objectives);
  }
}
