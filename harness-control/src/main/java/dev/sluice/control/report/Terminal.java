package dev.sluice.control.report;

import java.io.Console;
import java.io.PrintWriter;

/** Lines, with at most one unfinished line (a progress bar) kept below them. Any thread. */
public final class Terminal {

  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean interactive;
  private String bar = "";

  /**
   * @param interactive whether a person looks on, so that a bar makes sense
   */
  public Terminal(PrintWriter out, boolean interactive) {
    this.out = out;
    this.interactive = interactive;
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

  public synchronized void line(String text) {
    out.println((bar.isEmpty() ? "" : CLEAR_LINE) + text);
    out.print(bar);
    out.flush();
  }

  /** Replaces the bar; an empty one removes it. Does nothing when nobody looks on. */
  public synchronized void bar(String text) {
    if (interactive && !(text.isEmpty() && bar.isEmpty())) {
      bar = text;
      out.print(CLEAR_LINE + text);
      out.flush();
    }
  }
}
