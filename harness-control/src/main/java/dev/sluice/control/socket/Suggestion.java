package dev.sluice.control.socket;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;

/** Finds the command that somebody may have meant. */
final class Suggestion {

  private static final int MOST_EDITS = 2;
  private static final int LONGEST_WORD = 20;

  private Suggestion() {}

  /** Half a sentence: the nearest command, or where to find them all. */
  static String of(String word) {
    String typed = word.toLowerCase(Locale.ROOT);
    if (typed.length() > LONGEST_WORD) {
      return "try help";
    }
    return Arrays.stream(Verb.values())
        .min(Comparator.comparingInt((Verb verb) -> edits(typed, verb.word())))
        .filter(verb -> edits(typed, verb.word()) <= MOST_EDITS)
        .filter(verb -> edits(typed, verb.word()) < typed.length())
        .map(verb -> "did you mean " + verb.word() + "?")
        .orElse("try help");
  }

  /** How many letters must be inserted, deleted, replaced or swapped with their neighbour. */
  private static int edits(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : least(edits, from, to, i, j);
      }
    }
    return edits[from.length()][to.length()];
  }

  private static int least(int[][] edits, String from, String to, int i, int j) {
    boolean same = from.charAt(i - 1) == to.charAt(j - 1);
    int replaced = edits[i - 1][j - 1] + (same ? 0 : 1);
    int least = Math.min(replaced, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(least, edits[i - 2][j - 2] + 1) : least;
  }
}
