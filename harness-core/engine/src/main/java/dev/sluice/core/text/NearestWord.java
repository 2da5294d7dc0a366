package dev.sluice.core.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that somebody may have meant. */
public final class NearestWord {

  private static final int MAX_EDITS = 2;

  /** Longer words are not typing errors; and the search takes the product of both lengths. */
  private static final int LONGEST_WORD = 40;

  private NearestWord() {}

  /**
   * The word that takes the fewest edits, if they are few. Upper and lower case are alike.
   *
   * @param typed what somebody wrote
   * @param words what there is
   */
  public static Optional<String> of(String typed, Collection<String> words) {
    if (typed.length() > LONGEST_WORD) {
      return Optional.empty();
    }
    return words.stream()
        .min(Comparator.comparingInt(word -> edits(typed, word)))
        .filter(word -> edits(typed, word) <= MAX_EDITS)
        .filter(word -> edits(typed, word) < typed.length());
  }

  /** How many letters must be inserted, deleted, replaced or swapped with their neighbour. */
  private static int edits(String typed, String word) {
    String from = typed.toLowerCase(Locale.ROOT);
    String to = word.toLowerCase(Locale.ROOT);
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
