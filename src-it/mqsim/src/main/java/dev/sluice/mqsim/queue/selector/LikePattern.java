package dev.sluice.mqsim.queue.selector;

import java.util.regex.Pattern;

/** The pattern of LIKE: {@code %} is any text, {@code _} any character, unless escaped. */
final class LikePattern {

  private LikePattern() {}

  /**
   * @param escape one character, or empty for none
   */
  static Pattern compile(String like, String escape) {
    StringBuilder regex = new StringBuilder();
    boolean escaped = false;
    for (int i = 0; i < like.length(); i++) {
      String character = String.valueOf(like.charAt(i));
      if (!escaped && character.equals(escape)) {
        escaped = true;
      } else {
        regex.append(escaped ? Pattern.quote(character) : translated(character));
        escaped = false;
      }
    }
    if (escaped) {
      throw new InvalidSelectorException("a pattern that ends with its escape character");
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private static String translated(String character) {
    return switch (character) {
      case "%" -> ".*";
      case "_" -> ".";
      default -> Pattern.quote(character);
    };
  }
}
