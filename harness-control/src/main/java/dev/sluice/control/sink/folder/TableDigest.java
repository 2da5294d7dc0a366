package dev.sluice.control.sink.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

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
