package dev.sluice.core.run;

/**
 * A command was not carried out: the run refuses it, or the run is that of another process and
 * cannot be reached. The message is one line that says why and what would be right. Callers that
 * give commands must expect it, so it is declared, though it is unchecked: a call that only asks or
 * marks can fail over a connection, and never in the same process.
 */
public final class RunControlException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public RunControlException(String message) {
    super(message);
  }
}
