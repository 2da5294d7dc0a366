package dev.sluice.jms.provider.ibmmq.ccdt;

import dev.sluice.core.text.InputFile;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute.RequestedQueueManager;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a channel definition table lies.
 *
 * @param url as the IBM client takes it
 * @param file the file, if it is one of this host
 */
public record CcdtLocation(String url, Optional<Path> file) {

  private static final int MAX_BYTES = 64 << 20;

  /** At least two characters before the colon, so that {@code C:\ccdt.json} is a path. */
  private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");

  /** How the older, binary kind of table begins. */
  private static final String BINARY_TABLE = "AMQR";

  /**
   * Parses a path or a URL.
   *
   * @throws ConfigurationException if it is neither
   */
  public static CcdtLocation of(String pathOrUrl) {
    try {
      if (!URL.matcher(pathOrUrl).matches()) {
        Path path = Path.of(pathOrUrl);
        return new CcdtLocation(path.toUri().toString(), Optional.of(path));
      }
      URI uri = new URI(pathOrUrl);
      return new CcdtLocation(
          pathOrUrl,
          "file".equalsIgnoreCase(uri.getScheme()) ? Optional.of(Path.of(uri)) : Optional.empty());
    } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
      throw new ConfigurationException(
          "CCDT " + pathOrUrl + " is neither a path nor a URL: " + e.getMessage(), e);
    }
  }

  /**
   * Makes sure that a table on this host can be read and has a channel for the queue manager. What
   * lies elsewhere, or is a binary table, is left to the client.
   *
   * @param queueManager as the application would name it
   * @param lint finds the errors of the entries that serve it
   * @throws ConfigurationException if not
   */
  public void check(String queueManager, CcdtLint lint) {
    if (file.isEmpty()) {
      return;
    }
    String name = file.get().toString();
    String text = read(file.get());
    if (!text.startsWith(BINARY_TABLE)) {
      Ccdt table = Ccdt.parse(name, text);
      table.requireChannelFor(queueManager);
      CcdtRoute route = CcdtRoute.of(table, RequestedQueueManager.of(queueManager));
      lint.requireNoErrors(new Ccdt(name, route.entries()));
    }
  }

  /**
   * The text of a JSON table.
   *
   * @throws ConfigurationException if it is no file, cannot be read, or is of the older, binary
   *     kind
   */
  public String readJson() {
    Path path =
        file.orElseThrow(
            () -> new ConfigurationException("CCDT " + url + ": only files can be checked"));
    String text = read(path);
    if (text.startsWith(BINARY_TABLE)) {
      throw new ConfigurationException(
          "CCDT file " + path + " is a binary table; only JSON tables can be checked");
    }
    return text;
  }

  private static String read(Path path) {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new ConfigurationException("CCDT file " + path + " is not a file");
    }
    try {
      // a binary table is no UTF-8, which must not matter here
      return new String(InputFile.bytes(path, MAX_BYTES), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new ConfigurationException("CCDT file " + path + " does not exist", e);
    } catch (IOException e) {
      throw new ConfigurationException("CCDT file " + path + " cannot be read", e);
    }
  }
}
