package dev.sluice.mqsim.mqsc;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Tables of words in a text. */
final class Words {

  private Words() {}

  /** Pairs {@code KEY=VALUE} with white space in between. */
  static Map<String, String> pairs(String text) {
    return Arrays.stream(text.strip().split("\\s+"))
        .map(pair -> pair.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }
}
