package dev.sluice.control.sink.console;

import java.io.Console;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Lines, with at most one unfinished line (a progress bar) kept below them. Any thread. */
public final class Terminal {

  /** What a person sees without a line that breaks within a word. */
  public static final int COLUMNS = 80;

  private static final String CLEAR_LINE = "\r\u001b[K";
  private static final long PATIENCE_SECONDS = 2;

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean interactive;
  private final ReentrantLock lock = new ReentrantLock();
  private String bar = ""; // guarded by the lock
  private boolean failed; // guarded by the lock

  /** One whose complaints nobody reads. */
  public Terminal(PrintWriter out, boolean interactive) {
    this(out, new PrintWriter(PrintWriter.nullWriter()), interactive);
  }

  /**
   * @param err gets complaints: one of them is that a line cannot be written, as on a full disk
   * @param interactive whether a person looks on, so that a bar makes sense
   */
  public Terminal(PrintWriter out, PrintWriter err, boolean interactive) {
    this.out = out;
    this.err = err;
    this.interactive = interactive;
  }

  /** Standard output and standard error. */
  public static Terminal of(PrintWriter out, PrintWriter err) {
    return new Terminal(out, err, personLooksOn());
  }

  /** Whether standard output is a terminal. */
  @SuppressWarnings("SystemConsoleNull") // that null has ceased to tell is what the rest is for
  public static boolean personLooksOn() {
    Console console = System.console();
    if (console == null || Runtime.version().feature() < 22) {
      return console != null;
    }
    try {
      // Console.isTerminal() is there from JDK 22 on; the harness is compiled for 17
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  public boolean interactive() {
    return interactive;
  }

  /** Leaves the line out if another thread's has been held up by the output for seconds. */
  public void line(String text) {
    line(text, 0);
  }

  /**
   * The same; where a person looks on, in lines of {@value #COLUMNS} characters.
   *
   * @param indent of the lines after the first
   */
  public void line(String text, int indent) {
    String shown = interactive ? wrapped(text, indent) : text;
    whenFree(
        () -> {
          out.println((bar.isEmpty() ? "" : CLEAR_LINE) + shown);
          out.print(bar);
          out.flush();
        });
  }

  /** Breaks at blanks alone: a path or a name that is longer stays whole. */
  private static String wrapped(String text, int indent) {
    StringBuilder lines = new StringBuilder();
    String rest = text;
    while (rest.length() > COLUMNS) {
      int last = rest.lastIndexOf(' ', COLUMNS);
      int at = last > indent ? last : rest.indexOf(' ', COLUMNS);
      if (at < 0) {
        break;
      }
      lines.append(rest.substring(0, at).stripTrailing()).append(System.lineSeparator());
      rest = " ".repeat(indent) + rest.substring(at).strip();
    }
    return lines.append(rest).toString();
  }

  /** Says in one line what went wrong. */
  public void complain(String why) {
    err.println("sluice: " + why);
  }

  /** Shows where it went wrong. */
  public void trace(Throwable failure) {
    failure.printStackTrace(err);
  }

  /** Replaces the bar; an empty one removes it. Does nothing when nobody looks on. */
  public void bar(String text) {
    if (interactive) {
      whenFree(
          () -> {
            if (!(text.isEmpty() && bar.isEmpty())) {
              bar = text;
              out.print(CLEAR_LINE + text);
              out.flush();
            }
          });
    }
  }

  /** A stopped terminal or a stalled pipe holds the thread that writes, and no other for long. */
  private void whenFree(Runnable writing) {
    try {
      if (!lock.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    try {
      writing.run();
      if (!failed && out.checkError()) {
        failed = true;
        complain("standard output is blocked (a full disk, or no reader); the run continues");
      }
    } finally {
      lock.unlock();
    }
  }
}
