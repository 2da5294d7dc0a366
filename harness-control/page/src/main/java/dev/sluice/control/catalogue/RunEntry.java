package dev.sluice.control.catalogue;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A run as the catalogue lists it.
 *
 * @param values text, numbers and times by column; one without a value is not there
 * @param workloads those of its summary, in order; none of a run that has not ended
 * @param labels by their keys
 */
public record RunEntry(
    Map<RunColumn, Object> values, List<WorkloadTotals> workloads, Map<String, String> labels) {

  public RunEntry {
    values = Map.copyOf(values);
    workloads = List.copyOf(workloads);
    labels = Map.copyOf(labels);
  }

  /**
   * A workload over the whole run.
   *
   * @param figures by the column of a {@link WorkloadFigure}; one without a value is not there
   */
  public record WorkloadTotals(String name, Map<String, Double> figures) {

    public WorkloadTotals {
      figures = Map.copyOf(figures);
    }
  }

  /** Its folder relative to the catalogue's. */
  public String path() {
    return text(RunColumn.PATH);
  }

  public boolean isDamaged() {
    return !text(RunColumn.DAMAGE).isEmpty();
  }

  /** A value as text, empty if there is none. */
  public String text(RunColumn column) {
    return String.valueOf(cell(column, ""));
  }

  /** A value for a table: text, or a number with three decimals at most; null if there is none. */
  public Object cell(RunColumn column) {
    return cell(column, null);
  }

  private Object cell(RunColumn column, Object otherwise) {
    Object value = values.get(column);
    if (value instanceof Double number) {
      return column == RunColumn.RATIO ? Csv.ratio(number) : Csv.number(number);
    }
    if (value instanceof Instant time) {
      return time.toString();
    }
    return value == null ? otherwise : value;
  }

  public Json json() {
    Json json = new Json();
    for (RunColumn column : RunColumn.values()) {
      if (values.containsKey(column)) {
        json.put(column.key(), cell(column));
      }
    }
    return json;
  }
}
