package dev.sluice.control.catalogue;

import dev.sluice.control.format.RunFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.h2.api.ErrorCode;
import org.h2.jdbc.JdbcException;

/**
 * The runs under a folder, by an index that follows them. The index is a file in the user's cache,
 * never in that folder; where it cannot be kept, or another process has it open, it is built in
 * memory. Any thread; what is asked during a refresh is answered by what has been read so far.
 *
 * @param root the folder with the runs
 */
public record Catalogue(Path root, IndexDatabase database) implements AutoCloseable {

  /** How many folders are read between two commits: a killed process begins again behind them. */
  private static final int BATCH = 500;

  private static final String EXAMPLE = "write such as SELECT id, p99_ms FROM runs";

  /** Follows a refresh. */
  @FunctionalInterface
  public interface Progress {

    /** Nothing is shown. */
    Progress NONE = (done, all) -> {};

    /**
     * Tells how far it is.
     *
     * @param done how many folders have been read
     * @param all how many are read in all, because they are new or have changed
     */
    void read(int done, int all);
  }

  /**
   * Opens the index of a folder, which may be behind it until {@link #refresh}.
   *
   * @param cache where indexes are kept
   * @param rebuild whether to forget what the index holds
   * @throws RunFolderException if there is no such folder
   */
  public static Catalogue open(Path folder, Path cache, boolean rebuild)
      throws RunFolderException, IOException {
    if (!Files.isDirectory(folder)) {
      throw new RunFolderException(
          folder + (Files.exists(folder) ? " is not a folder" : " does not exist"));
    }
    Path root = folder.toRealPath();
    return new Catalogue(root, IndexDatabase.open(cache, root, rebuild));
  }

  /** Where this user's indexes are kept; a relative path if nobody knows, which keeps none. */
  public static Path userCache() {
    String given = Objects.requireNonNullElse(System.getenv("XDG_CACHE_HOME"), "");
    Path caches =
        Path.of(given).isAbsolute()
            ? Path.of(given)
            : Path.of(System.getProperty("user.home"), ".cache");
    return caches.resolve("sluice");
  }

  /**
   * A figure of a workload in one of several runs.
   *
   * @param path the folder of the run
   * @param created when the run was made
   * @param workload its name
   */
  public record TrendPoint(String path, Instant created, String workload, double value) {}

  /**
   * The answer to a statement of a person's own.
   *
   * @param rows text, numbers, booleans, and null
   */
  public record SqlTable(List<String> columns, List<List<Object>> rows) {}

  /** Brings the index up to date: reads folders that are new or have changed, forgets lost ones. */
  public synchronized void refresh(Progress progress) throws IOException {
    Map<String, String> found = FolderScan.of(root);
    Map<String, String> known = signatures();
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      Map<String, String> changed = new TreeMap<>(found);
      changed.entrySet().removeAll(known.entrySet());
      Map<String, String> gone = new HashMap<>(known); // or to be read again
      gone.entrySet().removeAll(found.entrySet());
      try (IndexWriter writer = new IndexWriter(connection)) {
        for (String path : gone.keySet()) {
          writer.remove(path);
        }
        int done = 0;
        for (Map.Entry<String, String> each : changed.entrySet()) {
          writer.add(IndexedRun.read(root, each.getKey()), each.getValue());
          done++;
          if (done % BATCH == 0) {
            writer.flush();
            progress.read(done, changed.size());
          }
        }
        writer.flush();
        progress.read(changed.size(), changed.size());
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private Map<String, String> signatures() throws IOException {
    Map<String, String> signatures = new HashMap<>();
    ask(
        "SELECT path, signature FROM runs",
        List.of(),
        row -> signatures.put(row.getString(1), row.getString(2)));
    return signatures;
  }

  /** The runs that are asked for, in order. */
  public List<RunEntry> list(RunQuery query) throws IOException {
    String sql = "SELECT " + RunColumn.columns() + " FROM runs" + query.where() + query.order();
    return ask(sql, query.values(), Catalogue::entry);
  }

  /** How many runs there are if all of them are listed. */
  public long count(RunQuery query) throws IOException {
    return ask("SELECT COUNT(*) FROM runs" + query.where(), query.values(), row -> row.getLong(1))
        .get(0);
  }

  /** Whether there is a run in a folder, named as it is listed. */
  public boolean has(String path) throws IOException {
    return !ask("SELECT 1 FROM runs WHERE path = ?", List.of(path), row -> true).isEmpty();
  }

  /** The keys of labels with the values that they have, in order. */
  public Map<String, Set<String>> labels() throws IOException {
    Map<String, Set<String>> labels = new TreeMap<>();
    ask(
        "SELECT DISTINCT name, content FROM labels",
        List.of(),
        row ->
            labels.computeIfAbsent(row.getString(1), key -> new TreeSet<>()).add(row.getString(2)));
    return labels;
  }

  /** A figure of every workload of the runs that are asked for, the oldest run first. */
  public List<TrendPoint> trend(RunQuery query, WorkloadFigure figure) throws IOException {
    String sql =
        "SELECT runs.path, created, workloads.name, workloads.%1$s FROM workloads"
            + " JOIN (SELECT * FROM runs%2$s%3$s) runs ON runs.path = workloads.path"
            + " WHERE workloads.%1$s IS NOT NULL AND created IS NOT NULL"
            + " ORDER BY created, runs.path, position";
    sql = sql.formatted(figure.column(), query.where(), query.order());
    return ask(
        sql,
        query.values(),
        row ->
            new TrendPoint(
                row.getString(1),
                row.getObject(2, OffsetDateTime.class).toInstant(),
                row.getString(3),
                row.getDouble(4)));
  }

  /**
   * The answer to a person's own statement, with the rights of a reader: it changes nothing and
   * reads no file.
   *
   * @throws BadFilterException if the statement is not a valid question
   */
  public SqlTable sql(String statement) throws BadFilterException {
    try (Connection connection = database.connectReader();
        Statement made = connection.createStatement()) {
      try (ResultSet rows = made.executeQuery(statement)) {
        ResultSetMetaData form = rows.getMetaData();
        if (form.getColumnCount() == 0) {
          throw new BadFilterException("the statement was refused: it names no column; " + EXAMPLE);
        }
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= form.getColumnCount(); i++) {
          columns.add(form.getColumnLabel(i).toLowerCase(Locale.ROOT));
        }
        List<List<Object>> cells = new ArrayList<>();
        while (rows.next()) {
          List<Object> row = new ArrayList<>();
          for (int i = 1; i <= columns.size(); i++) {
            Object value = rows.getObject(i);
            row.add(
                value instanceof Number || value instanceof Boolean ? value : rows.getString(i));
          }
          cells.add(row);
        }
        return new SqlTable(columns, cells);
      }
    } catch (SQLException e) {
      throw new BadFilterException("the statement was refused: " + reason(e), e);
    }
  }

  private static String reason(SQLException refusal) {
    String said =
        refusal instanceof JdbcException inner ? inner.getOriginalMessage() : refusal.getMessage();
    return switch (refusal.getErrorCode()) {
      case ErrorCode.METHOD_ONLY_ALLOWED_FOR_QUERY -> "it can only read; " + EXAMPLE;
      case ErrorCode.COLUMN_NOT_FOUND_1 -> {
        String name = said.replaceFirst(".*?([^.\"]*)\"[^\"]*$", "$1").toLowerCase(Locale.ROOT);
        yield "there is no column "
            + name
            + "; "
            + RunColumn.named(name).map(column -> "write " + column.column()).orElse(EXAMPLE);
      }
      default -> said;
    };
  }

  /** Makes something of a row. */
  @FunctionalInterface
  private interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private <T> List<T> ask(String sql, List<Object> values, RowReader<T> reader) throws IOException {
    try (Connection connection = database.connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.size(); i++) {
        statement.setObject(i + 1, values.get(i));
      }
      List<T> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(reader.read(rows));
        }
      }
      return found;
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static RunEntry entry(ResultSet row) throws SQLException {
    Map<RunColumn, Object> values = new EnumMap<>(RunColumn.class);
    for (RunColumn column : RunColumn.values()) {
      Object value = row.getObject(column.column());
      if (value != null) {
        values.put(column, value);
      }
    }
    return new RunEntry(values);
  }

  /** The tables and their columns, for people who write statements. */
  public static String schema() {
    return String.join(";\n", IndexDatabase.tables()) + ";";
  }

  private static IOException failed(SQLException e) {
    return new IOException("the index failed: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    database.close();
  }
}
