package dev.sluice.control.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.h2.api.ErrorCode;
import org.h2.jdbcx.JdbcDataSource;

/**
 * The database of an index: H2, in this process, in one file of a folder that only this user can
 * write. A database can hold code, so one that lies beside the runs is never opened: whoever made
 * the runs may have made it. It survives a killed process, and its lock ends with the process that
 * holds it. A file that is damaged or of another version is replaced, because nothing is lost with
 * it. Any thread.
 *
 * @param open a connection: the database is open as long as one is
 */
record IndexDatabase(String url, Connection open) implements AutoCloseable {

  /** Raised whenever the tables change. */
  private static final int VERSION = 1;

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");
  private static final String OWNER = "sluice";
  private static final String READER = "reader";

  /** Only the owner may say so. */
  private static final String NO_TRACE_FILE = ";TRACE_LEVEL_FILE=0";

  /**
   * Opens the database of a folder, or one in memory where none can be kept.
   *
   * @param cache where databases are kept; made if it is not there
   * @param folder the real path
   * @param rebuild whether to begin with empty tables
   */
  static IndexDatabase open(Path cache, Path folder, boolean rebuild) throws IOException {
    String key = UUID.nameUUIDFromBytes(folder.toString().getBytes(UTF_8)).toString();
    Path place = cache.resolve(key);
    // a semicolon would end the name of the file and begin settings
    if (place.toString().indexOf(';') < 0 && cache.isAbsolute() && isPrivate(cache)) {
      for (int attempt = 0; attempt < 2; attempt++) {
        try {
          return opened("jdbc:h2:file:" + place, rebuild);
        } catch (SQLException e) {
          if (e.getErrorCode() == ErrorCode.DATABASE_ALREADY_OPEN_1) {
            break;
          }
          Files.deleteIfExists(cache.resolve(key + ".mv.db"));
        }
      }
    }
    try {
      return opened("jdbc:h2:mem:" + UUID.randomUUID(), false);
    } catch (SQLException e) {
      throw new IOException("the index cannot be opened: " + e.getMessage(), e);
    }
  }

  /** Whether a folder is there, or can be made, and nobody else can put a file into it. */
  private static boolean isPrivate(Path cache) {
    try {
      if (!cache.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        return Files.isDirectory(Files.createDirectories(cache)); // a profile is its user's alone
      }
      Files.createDirectories(cache, PosixFilePermissions.asFileAttribute(PRIVATE));
      return Files.getPosixFilePermissions(cache).equals(PRIVATE)
          && Files.getOwner(cache).getName().equals(System.getProperty("user.name"));
    } catch (IOException e) {
      return false; // a disk that is full, or cannot be written
    }
  }

  @SuppressWarnings("MustBeClosedChecker") // the connection is kept
  private static IndexDatabase opened(String url, boolean rebuild) throws SQLException {
    Connection connection = source(url + NO_TRACE_FILE).getConnection(OWNER, "");
    try (Statement statement = connection.createStatement()) {
      if (rebuild || !isOfThisVersion(statement)) {
        statement.execute("DROP ALL OBJECTS");
        for (String table : tables()) {
          statement.execute(table);
        }
        statement.execute("CREATE USER " + READER + " PASSWORD ''");
        statement.execute("GRANT SELECT ON SCHEMA PUBLIC TO " + READER);
      }
      return new IndexDatabase(url, connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static boolean isOfThisVersion(Statement statement) {
    try (ResultSet rows = statement.executeQuery("SELECT version FROM catalogue")) {
      return rows.next() && rows.getInt(1) == VERSION;
    } catch (SQLException e) {
      return false; // a new file, or one of another version
    }
  }

  /** The statements that make the tables. */
  static List<String> tables() {
    return List.of(
        "CREATE TABLE catalogue AS SELECT " + VERSION + " version",
        "CREATE TABLE runs ("
            + Arrays.stream(RunColumn.values())
                .map(RunColumn::declaration)
                .collect(Collectors.joining(", "))
            + ", signature VARCHAR, PRIMARY KEY (path))",
        "CREATE TABLE workloads (path VARCHAR, position INT, name VARCHAR, verdict VARCHAR, "
            + WorkloadFigure.ALL.stream()
                .map(figure -> figure.column() + " DOUBLE PRECISION")
                .collect(Collectors.joining(", "))
            + ", PRIMARY KEY (path, position))",
        "CREATE TABLE labels (path VARCHAR, name VARCHAR, content VARCHAR,"
            + " PRIMARY KEY (path, name))");
  }

  private static JdbcDataSource source(String url) {
    JdbcDataSource source = new JdbcDataSource();
    source.setURL(url);
    return source;
  }

  /** A connection with all rights; belongs to the caller. */
  Connection connect() throws SQLException {
    return source(url).getConnection(OWNER, "");
  }

  /** A connection that can read the tables, and do nothing else; belongs to the caller. */
  Connection connectReader() throws SQLException {
    return source(url).getConnection(READER, "");
  }

  @Override
  public void close() {
    try {
      open.close();
    } catch (SQLException e) {
      // nothing is lost: the next one reads the folders
    }
  }
}
