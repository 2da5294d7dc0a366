package dev.sluice.control.catalogue;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;

import dev.sluice.core.text.Figures;
import dev.sluice.core.text.ForeignText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Runs as lines for people. What comes from a run cannot command a terminal. Pure functions. */
public final class RunTable {

  private static final int WIDEST = 40;

  /** A column of the table. */
  private record Column(String title, boolean right, Function<RunEntry, String> text) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("date (UTC)", false, RunTable::date),
          new Column("id", false, run -> run.text(RunColumn.ID)),
          new Column("host", false, run -> run.text(RunColumn.HOST)),
          new Column("provider", false, run -> run.text(RunColumn.PROVIDER)),
          new Column("workloads", false, run -> run.text(RunColumn.WORKLOADS)),
          new Column("achieved/s", true, run -> rate(run, RunColumn.ACHIEVED)),
          new Column("target/s", true, run -> rate(run, RunColumn.TARGET)),
          new Column("p99", true, RunTable::p99),
          new Column("verdict", false, RunTable::verdict),
          new Column("labels", false, run -> run.text(RunColumn.LABELS)),
          new Column("folder", false, RunEntry::path));

  private RunTable() {}

  /** A line for the titles and one for each run; below a damaged one stands why. */
  public static List<String> of(List<RunEntry> runs) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(COLUMNS.stream().map(Column::title).toList());
    for (RunEntry run : runs) {
      rows.add(
          COLUMNS.stream()
              .map(column -> shortened(ForeignText.printable(column.text.apply(run)), column))
              .toList());
    }
    List<String> lines = new ArrayList<>(Figures.table(rows, column -> COLUMNS.get(column).right));
    for (int i = runs.size(); i > 0; i--) {
      if (runs.get(i - 1).isDamaged()) {
        lines.add(
            i + 1, "    damaged: " + ForeignText.printable(runs.get(i - 1).text(RunColumn.DAMAGE)));
      }
    }
    return lines;
  }

  /** The folder is never cut: a person copies it. */
  private static String shortened(String text, Column column) {
    return column.title.equals("folder") || text.length() <= WIDEST
        ? text
        : text.substring(0, WIDEST - 1) + "…";
  }

  private static String date(RunEntry run) {
    String created = run.text(RunColumn.CREATED);
    return created.isEmpty() ? "" : created.substring(0, 19).replace('T', ' ');
  }

  private static String rate(RunEntry run, RunColumn column) {
    return run.values().get(column) instanceof Double rate ? Figures.rate(rate) : "-";
  }

  private static String p99(RunEntry run) {
    return run.values().get(RunColumn.P99) instanceof Double millis
        ? Figures.latency(Math.round(millis * NANOS_PER_MILLI))
        : "-";
  }

  /** The verdict, or why there is none. */
  private static String verdict(RunEntry run) {
    String verdict = run.text(RunColumn.VERDICT);
    String shown = verdict.isEmpty() ? run.text(RunColumn.STATE) : verdict;
    String objectives = run.text(RunColumn.OBJECTIVES);
    return objectives.isEmpty() || objectives.equals("met")
        ? shown.toLowerCase(Locale.ROOT)
        : shown + ", objectives " + objectives;
  }
}
