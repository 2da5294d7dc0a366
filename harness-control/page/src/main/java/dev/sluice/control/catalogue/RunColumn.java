package dev.sluice.control.catalogue;

import dev.sluice.control.format.Table;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The columns of the list of runs. Each is declared here and nowhere else: filters, sorting and all
 * outputs go through this list.
 */
public enum RunColumn {
  /** The folder relative to the catalogue's, with slashes. */
  PATH("path", Type.TEXT),
  ID("id", Type.TEXT),
  /** {@code done}, {@code failed}, {@code running} (also of a killed run), {@code damaged}. */
  STATE("state", Type.TEXT),
  CREATED("created", Type.TIME),
  HOST("host", Type.TEXT),
  PROVIDER("provider", Type.TEXT),
  /** The folder of the scenario that the run is a part of, empty if there is none. */
  SCENARIO("scenario", Type.TEXT),
  /** The names of the workloads, separated by commas. */
  WORKLOADS("workloads", Type.TEXT),
  MEASURED("measured_seconds", Type.SECONDS),
  /** The sum over the workloads that have a target. */
  TARGET("target_per_second", Type.NUMBER),
  /** The sum over the workloads that have a target; of the first workload if none has. */
  ACHIEVED("achieved_per_second", Type.NUMBER),
  RATIO("ratio", Type.NUMBER),
  /** The largest of the workloads, by the latency that is shown first. */
  P50("p50_ms", Type.MILLIS),
  P99("p99_ms", Type.MILLIS),
  /** The gravest of the workloads. */
  VERDICT("verdict", Type.TEXT),
  /** {@code met}, {@code not judged} or {@code missed}, empty if there were none. */
  OBJECTIVES("objectives", Type.TEXT),
  /** {@code key=value}, separated by blanks. */
  LABELS("labels", Type.TEXT),
  /** Why the folder cannot be read, empty if it can. */
  DAMAGE("damage", Type.TEXT);

  /** The type of its values: strings, doubles, an instant. */
  enum Type {
    TEXT,
    NUMBER,
    SECONDS,
    MILLIS,
    TIME
  }

  private final String column;
  private final Type type;

  RunColumn(String column, Type type) {
    this.column = column;
    this.type = type;
  }

  /** Its name in a table, with its unit. */
  public String column() {
    return column;
  }

  /** Its name in JSON. */
  public String key() {
    return Table.key(column);
  }

  Type type() {
    return type;
  }

  /** The order of its values. */
  Comparator<Object> order() {
    return switch (type) {
      case TEXT -> Comparator.comparing(String.class::cast);
      case NUMBER, SECONDS, MILLIS -> Comparator.comparing(Double.class::cast);
      case TIME -> Comparator.comparing(Instant.class::cast);
    };
  }

  /** Its name in filters, which is that of a table without the unit. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The column of a name, in either form. */
  public static Optional<RunColumn> named(String name) {
    return Arrays.stream(values())
        .filter(each -> each.word().equals(name) || each.column.equals(name))
        .findFirst();
  }

  /** All names that a filter may have, for messages. */
  static String words() {
    return Arrays.stream(values()).map(RunColumn::word).collect(Collectors.joining(", "));
  }
}
