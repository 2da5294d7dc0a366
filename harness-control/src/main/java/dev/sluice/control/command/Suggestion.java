package dev.sluice.control.command;

import dev.sluice.core.text.NearestWord;
import java.util.Arrays;

/** Finds the command that somebody may have meant. */
final class Suggestion {

  private Suggestion() {}

  /** Half a sentence: the nearest command, or where to find them all. */
  static String of(String word) {
    return NearestWord.of(word, Arrays.stream(Verb.values()).map(Verb::word).toList())
        .map(verb -> "did you mean " + verb + "?")
        .orElse("try help");
  }
}
