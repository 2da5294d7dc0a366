package dev.sluice.jms.provider.ibmmq.ccdt;

/**
 * Something about a table that somebody should know.
 *
 * @param severity how bad it is
 * @param place where, as a path: {@code channel[2].clientConnection.connection[0].port}
 * @param message what is so, one line
 * @param remedy what to do about it, one sentence, or empty
 */
public record CcdtFinding(Severity severity, String place, String message, String remedy) {

  /** How bad a finding is. */
  public enum Severity {
    /** The client refuses the table, or the entry can never connect anybody. */
    ERROR,
    /** The client takes it, and does something other than people expect of a load test. */
    WARNING,
    /** It works; something else works better. */
    ADVICE
  }

  /** Place, message and remedy in one line. */
  public String line() {
    return place + ": " + message + (remedy.isEmpty() ? "" : ". " + remedy);
  }
}
