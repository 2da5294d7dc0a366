package dev.sluice.control.catalogue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Writes runs into the tables, many at a time. One thread. */
final class IndexWriter implements AutoCloseable {

  private final Connection connection;
  private final List<PreparedStatement> removals = new ArrayList<>();
  private final List<PreparedStatement> all = new ArrayList<>(); // in the order of a batch
  private final PreparedStatement runs;
  private final PreparedStatement workloads;
  private final PreparedStatement labels;

  IndexWriter(Connection connection) throws SQLException {
    this.connection = connection;
    for (String table : List.of("runs", "workloads", "labels")) {
      removals.add(connection.prepareStatement("DELETE FROM " + table + " WHERE path = ?"));
    }
    all.addAll(removals);
    runs = insert("runs", RunColumn.values().length + 1);
    workloads = insert("workloads", WorkloadFigure.ALL.size() + 4);
    labels = insert("labels", 3);
  }

  private PreparedStatement insert(String table, int columns) throws SQLException {
    all.add(
        connection.prepareStatement(
            "INSERT INTO "
                + table
                + " VALUES ("
                + String.join(", ", Collections.nCopies(columns, "?"))
                + ")"));
    return all.get(all.size() - 1);
  }

  void remove(String path) throws SQLException {
    for (PreparedStatement removal : removals) {
      removal.setString(1, path);
      removal.addBatch();
    }
  }

  /**
   * Adds a run that is not there.
   *
   * @param signature what tells whether it has changed
   */
  void add(IndexedRun run, String signature) throws SQLException {
    Object path = run.values().get(RunColumn.PATH);
    List<Object> row = new ArrayList<>();
    for (RunColumn column : RunColumn.values()) {
      row.add(run.values().get(column));
    }
    row.add(signature);
    insert(runs, List.of(), row);
    int position = 0;
    for (List<Object> workload : run.workloads()) {
      insert(workloads, List.of(path, position++), workload);
    }
    for (Map.Entry<String, String> label : run.labels().entrySet()) {
      insert(labels, List.of(path), List.of(label.getKey(), label.getValue()));
    }
  }

  private static void insert(PreparedStatement into, List<Object> key, List<Object> row)
      throws SQLException {
    int index = 1;
    for (Object value : Stream.concat(key.stream(), row.stream()).toList()) {
      into.setObject(index++, value);
    }
    into.addBatch();
  }

  /** Makes what was said last: a process that is killed later has it. */
  void flush() throws SQLException {
    for (PreparedStatement each : all) {
      each.executeBatch();
    }
    connection.commit();
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement each : all) {
      each.close();
    }
  }
}
