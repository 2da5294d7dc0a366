package dev.sluice.control.sink.folder;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

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
}
