package dev.sluice.control.sink.folder;

import dev.sluice.core.text.InputFile;
import java.io.IOException;
import java.nio.file.Path;
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
