package dev.sluice.control.compat;

/** The tools whose command lines are understood. */
public enum Tool {
  PERFHARNESS("perfharness", false),
  CPH("cph", true);

  private final String command;
  private final boolean caseMatters;

  Tool(String command, boolean caseMatters) {
    this.command = command;
    this.caseMatters = caseMatters;
  }

  /** The command here that takes its lines. */
  public String command() {
    return command;
  }

  /** Whether upper and lower case differ in the names of options. */
  boolean caseMatters() {
    return caseMatters;
  }
}
