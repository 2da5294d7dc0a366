package dev.sluice.core.run;

/**
 * A command was not carried out: the run refuses it, or the run is that of another process and
 * cannot be reached. The message is one line that says why and what would be right. Whoever gives
 * commands must expect it, so it is declared, though it is unchecked: what only asks or marks fails
 * over a connection and never in one's own process.
 */
public final class RunControlException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public RunControlException(String message) {
    super(message);
  }
}
