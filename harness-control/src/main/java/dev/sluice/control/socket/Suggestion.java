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

  /** How many letters must be inserted, deleted or replaced (Levenshtein). */
  private static int edits(String from, String to) {
    int[] above = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[to.length()];
  }
}
