package dev.sluice.control.process;

import dev.sluice.control.secret.SecretRules;
import dev.sluice.core.text.ForeignText;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/**
 * Hands the warnings that client libraries log to a run: one of each kind, in one line, and only
 * the first {@value #MAX_KINDS} kinds. Any thread.
 */
final class ClientWarnings extends Handler {

  static final int MAX_KINDS = 20;
  private static final int MAX_CHARACTERS = 300;

  private final SimpleFormatter formatter = new SimpleFormatter();
  private final Consumer<String> run;
  private final Set<String> kinds = new HashSet<>(); // guarded by this

  /**
   * @param run is told each warning, one line
   */
  ClientWarnings(Consumer<String> run) {
    this.run = run;
    setLevel(Level.WARNING);
  }

  @Override
  public void publish(LogRecord logged) {
    if (!isLoggable(logged) || Logging.isOwn(logged)) {
      return;
    }
    String said = formatter.formatMessage(logged);
    Throwable thrown = logged.getThrown();
    if (isNew(logged.getLoggerName() + " " + (thrown == null ? said : thrown.getClass() + said))) {
      run.accept("a library warns: " + line(thrown == null ? said : said + ": " + thrown));
    }
  }

  /** Warnings that differ by what has digits alone, as addresses and ids have, are of one kind. */
  private synchronized boolean isNew(String text) {
    return kinds.size() < MAX_KINDS && kinds.add(text.replaceAll("\\S*\\d\\S*", "#"));
  }

  private static String line(String text) {
    String line =
        SecretRules.mask(ForeignText.printable(text.strip().replaceAll("\\s*\\R\\s*", " ")));
    return line.length() > MAX_CHARACTERS ? line.substring(0, MAX_CHARACTERS) + "..." : line;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
