package dev.sluice.control.process;

import dev.sluice.control.format.Finding;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.sink.page.LivePage;
import java.util.List;

/**
 * Passes what a scenario finds on to its live page.
 *
 * @param table the columns of its steps
 */
record LiveFindings(StepsCsv table, LivePage page) implements Findings.Listener {

  @Override
  public void row(StepRow row) {
    page.step(table.columns(), table.cells(row));
  }

  @Override
  public void tried(SearchTry tried) {
    page.tried(tried);
  }

  @Override
  public void found(Finding finding) {
    page.found(finding);
  }

  void judged(List<ObjectiveResult> results) {
    page.objectives(results);
  }

  void failed(String why) {
    page.failed(why);
  }
}
