package dev.sluice.control.compat;

import java.util.List;

/** The meaning of an old command line. */
public sealed interface LegacyLine permits Translation, LegacyLine.Answer {

  /**
   * A question that is answered at once: help, or the version.
   *
   * @param lines the answer
   * @param version whether the version is to be printed too
   */
  record Answer(List<String> lines, boolean version) implements LegacyLine {
    public Answer {
      lines = List.copyOf(lines);
    }
  }
}
