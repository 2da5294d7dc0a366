package dev.sluice.control.scenario.yaml;

/**
 * Where something was written.
 *
 * @param source a file, or an option of the command line
 * @param line from 1; 0 if the source has no lines
 * @param column from 1
 */
public record Place(String source, int line, int column) {

  /** A value that was given by an option. */
  static Place option(String option) {
    return new Place(option, 0, 0);
  }

  @Override
  public String toString() {
    return line == 0 ? source : source + ":" + line + ":" + column;
  }
}
