package dev.sluice.control.catalogue;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * A run as the catalogue lists it.
 *
 * @param values text, numbers and times by column; one without a value is not there
 */
public record RunEntry(Map<RunColumn, Object> values) {

  public RunEntry {
    values = Map.copyOf(values);
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
    if (value instanceof OffsetDateTime time) {
      return time.toInstant().toString();
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
