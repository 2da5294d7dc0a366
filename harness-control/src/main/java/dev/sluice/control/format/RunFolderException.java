package dev.sluice.control.format;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.time.DateTimeException;
import org.json.JSONException;

/** A run folder that cannot be used. The message says in one line which, why and what would do. */
public final class RunFolderException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Makes something of what a file holds. */
  @FunctionalInterface
  public interface Reading<T> {
    T read() throws IOException;
  }

  public RunFolderException(String message) {
    super(message);
  }

  public RunFolderException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Reads what a file holds.
   *
   * @throws RunFolderException if it lacks something, or holds something else; the message names it
   */
  public static <T> T naming(Path file, Reading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (JSONException
        | DateTimeException
        | IllegalArgumentException
        | ClassCastException
        | CharacterCodingException e) {
      throw new RunFolderException(file + " is damaged: " + e.getMessage(), e);
    }
  }
}
