package dev.sluice.control.sink.folder;

import dev.sluice.core.run.RunSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * The description of a run before it starts.
 *
 * @param spec the run
 * @param provider how it reaches its broker, in one line without secrets
 * @param configuration everything it was told, by name; secrets are masked when it is written
 * @param environment what it runs on
 * @param labels what people find it by, by key
 * @param table the table of connections, if there is one
 */
public record RunDescription(
    RunSpec spec,
    String provider,
    Map<String, Object> configuration,
    Environment environment,
    Map<String, String> labels,
    Optional<TableDigest> table) {

  /**
   * Which table of connections a run used.
   *
   * @param location its path or URL
   * @param sha256 of its bytes, in hexadecimal; empty if it does not lie on this host
   */
  public record TableDigest(String location, String sha256) {

    /** Of a file on this host. */
    public static TableDigest of(Path file) throws IOException {
      try {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        return new TableDigest(file.toString(), HexFormat.of().formatHex(digest));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JVM has SHA-256", e);
      }
    }

    /** Of a table that lies elsewhere. */
    public static TableDigest unread(String location) {
      return new TableDigest(location, "");
    }
  }
}
