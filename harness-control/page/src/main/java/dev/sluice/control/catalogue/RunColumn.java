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
  PATH("path", Format.TEXT),
  ID("id", Format.TEXT),
  /** {@code done}, {@code failed}, {@code running} (also of a killed run), {@code damaged}. */
  STATE("state", Format.TEXT),
  CREATED("created", Format.TIME),
  HOST("host", Format.TEXT),
  PROVIDER("provider", Format.TEXT),
  /** The folder of the scenario that the run is a part of, empty if there is none. */
  SCENARIO("scenario", Format.TEXT),
  /** The names of the workloads, separated by commas. */
  WORKLOADS("workloads", Format.TEXT),
  MEASURED("measured_seconds", Format.SECONDS),
  /** The sum over the workloads that have a target. */
  TARGET("target_per_second", Format.NUMBER),
  /** The sum over the workloads that have a target; of the first workload if none has. */
  ACHIEVED("achieved_per_second", Format.NUMBER),
  RATIO("ratio", Format.NUMBER),
  /** The largest of the workloads, by the latency that is shown first. */
  P50("p50_ms", Format.MILLIS),
  P99("p99_ms", Format.MILLIS),
  /** The gravest of the workloads. */
  VERDICT("verdict", Format.TEXT),
  /** {@code met}, {@code not judged} or {@code missed}, empty if there were none. */
  OBJECTIVES("objectives", Format.TEXT),
  /** {@code key=value}, separated by blanks. */
  LABELS("labels", Format.TEXT),
  /** Why the folder cannot be read, empty if it can. */
  DAMAGE("damage", Format.TEXT);

  /** The type of its values: strings, doubles, an instant. */
  enum Format {
    TEXT,
    NUMBER,
    SECONDS,
    MILLIS,
    TIME
  }

  private final String column;
  private final Format format;

  RunColumn(String column, Format format) {
    this.column = column;
    this.format = format;
  }

  /** Its name in a table, with its unit. */
  public String column() {
    return column;
  }

  /** Its name in JSON. */
  public String key() {
    return Table.key(column);
  }

  Format format() {
    return format;
  }

  /** The order of its values. */
  Comparator<Object> order() {
    return switch (format) {
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
