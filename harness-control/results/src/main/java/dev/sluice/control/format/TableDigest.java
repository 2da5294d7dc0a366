package dev.sluice.control.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A file that a run was told to use, such as a table of connections.
 *
 * @param location its path or URL
 * @param sha256 of its bytes, in hexadecimal; empty if it does not lie on this host
 */
public record TableDigest(String location, String sha256) {

  /** Of a file on this host. */
  public static TableDigest of(Path file) throws IOException {
    return new TableDigest(file.toString(), sha256(Files.readAllBytes(file)));
  }

  /** The digest of a file's content, in hexadecimal. */
  public static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /** Of a table that lies elsewhere. */
  public static TableDigest unread(String location) {
    return new TableDigest(location, "");
  }
}
