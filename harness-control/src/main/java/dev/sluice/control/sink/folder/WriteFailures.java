package dev.sluice.control.sink.folder;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Tells a person once that results cannot be written; the run goes on without them. */
final class WriteFailures {

  private final Consumer<String> warnings;
  private final AtomicBoolean told = new AtomicBoolean();

  WriteFailures(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  void add(Path file, IOException failure) {
    if (told.compareAndSet(false, true)) {
      warnings.accept(
          "cannot write " + file + ": " + reason(failure) + "; the run continues without it");
    }
  }

  /** Whether there was one. */
  boolean any() {
    return told.get();
  }

  /** Why, without the name of the file. */
  static String reason(IOException failure) {
    String reason =
        failure instanceof FileSystemException e && e.getReason() != null
            ? e.getReason()
            : failure.getMessage();
    String kind = failure.getClass().getSimpleName();
    return failure instanceof FileSystemException e && e.getReason() == null
        ? kind.replaceAll("Exception$", "")
            .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
            .toLowerCase(Locale.ROOT)
        : reason == null ? kind : reason;
  }
}
