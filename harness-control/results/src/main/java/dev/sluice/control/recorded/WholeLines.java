package dev.sluice.control.recorded;

import dev.sluice.core.text.Figures;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lines of a file that a process may have been killed over: what follows the last line end is no
 * line, and one longer than any that a run writes is cut off. Says in the end, in one line, how
 * many were left out as damaged. Owned by one thread.
 */
final class WholeLines implements AutoCloseable {

  private static final int MAX_CHARACTERS = 16 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(WholeLines.class);

  private final Path path;
  private final BufferedReader reader;
  private long number; // of the line that was read last, from 1 on
  private long damaged;
  private long firstDamaged;

  /**
   * @param path a file; if it is not there, there are no lines
   */
  WholeLines(Path path) throws IOException {
    this.path = path;
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
        number++;
        return line.toString();
      }
      if (line.length() < MAX_CHARACTERS) {
        line.append((char) c);
      }
    }
    return null;
  }

  /** The line that was read last could not be understood, and is left out. */
  void leaveOut() {
    if (damaged++ == 0) {
      firstDamaged = number;
    }
  }

  /** How many were left out so far. */
  long damaged() {
    return damaged;
  }

  @Override
  public void close() throws IOException {
    reader.close();
    if (damaged > 0) {
      LOG.warn(
          "{}: {} left out, the first is line {}",
          path,
          Figures.count(damaged, "damaged line"),
          firstDamaged);
    }
  }
}
