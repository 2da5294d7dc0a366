package dev.sluice.control.sink.folder;

import dev.sluice.core.text.InputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A text file that grows by whole lines, each handed to the operating system at once, so that a
 * killed process loses none. A write that fails is told and passed over; the next one starts on a
 * line of its own, so at most the torn line is lost. Guarded by its owner.
 */
final class AppendFile implements AutoCloseable {

  private final Path path;
  private final OutputStream stream;
  private final WriteFailures failures;
  private boolean torn;

  /**
   * @throws IOException if it cannot be opened
   */
  AppendFile(Path path, FileOpener opener, WriteFailures failures) throws IOException {
    this.path = path;
    this.stream = opener.open(path);
    this.failures = failures;
  }

  /** Appends text that ends with a line end. */
  void append(String lines) {
    try {
      stream.write(((torn ? "\n" : "") + lines).getBytes(StandardCharsets.UTF_8));
      stream.flush();
      torn = false;
    } catch (IOException e) {
      torn = true;
      failures.add(path, e);
    }
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      failures.add(path, e);
    }
  }

  /** Tells a person once that results cannot be written; the run goes on without them. */
  static final class WriteFailures {

    private final Consumer<String> warnings;
    private final AtomicBoolean told = new AtomicBoolean();

    WriteFailures(Consumer<String> warnings) {
      this.warnings = warnings;
    }

    void add(Path file, IOException failure) {
      if (told.compareAndSet(false, true)) {
        warnings.accept(
            "cannot write "
                + file
                + ": "
                + InputFile.reason(failure)
                + "; the run continues without it");
      }
    }

    /** Whether there was one. */
    boolean any() {
      return told.get();
    }
  }
}
