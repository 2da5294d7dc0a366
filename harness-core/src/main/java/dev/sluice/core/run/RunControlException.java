package dev.sluice.core.run;

/** A command that cannot be carried out; the message says why and what would be right. */
public final class RunControlException extends Exception {

  public RunControlException(String message) {
    super(message);
  }
}
