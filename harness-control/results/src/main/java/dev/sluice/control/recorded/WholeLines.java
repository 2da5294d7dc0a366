package dev.sluice.control.recorded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Lines of a file that a process may have been killed over: what follows the last line end is no
 * line, and one longer than any that a run writes is cut off. Owned by one thread.
 */
final class WholeLines implements AutoCloseable {

  private static final int MAX_CHARACTERS = 16 << 20;

  private final BufferedReader reader;

  /**
   * @param path a file; if it is not there, there are no lines
   */
  WholeLines(Path path) throws IOException {
    // a torn line may end within a character
    this.reader =
        new BufferedReader(
            new InputStreamReader(
                Files.exists(path) ? Files.newInputStream(path) : InputStream.nullInputStream(),
                StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE)));
  }

  /** The next line without its end, null after the last. */
  String next() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = reader.read(); c >= 0; c = reader.read()) {
      if (c == '\n') {
        return line.toString();
      }
      if (line.length() < MAX_CHARACTERS) {
        line.append((char) c);
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
