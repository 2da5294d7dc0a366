package dev.sluice.control.endpoint.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The secret that opens a command socket. It is compared in constant time and shows itself nowhere:
 * not in {@code toString}, not in messages. Immutable.
 */
public final class AccessToken {

  private static final int MIN_CHARACTERS = 8;
  private static final int MAX_CHARACTERS = 512;

  private final String text;

  /**
   * @param text 8 to 512 characters, none of them blank; blanks around it are ignored
   * @throws IllegalArgumentException if it is anything else; the message does not contain it
   */
  public AccessToken(String text) {
    String stripped = text.strip();
    if (stripped.length() < MIN_CHARACTERS || stripped.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          "a control token has "
              + MIN_CHARACTERS
              + " to "
              + MAX_CHARACTERS
              + " characters, not "
              + stripped.length());
    }
    if (stripped.chars().anyMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c))) {
      throw new IllegalArgumentException("a control token must not contain blanks");
    }
    this.text = stripped;
  }

  /** Whether this is the same secret; takes as long for a near miss as for a far one. */
  public boolean matches(String candidate) {
    return MessageDigest.isEqual(
        text.getBytes(StandardCharsets.UTF_8), candidate.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The line that opens a socket with this token. It contains the secret: send it, nothing else.
   */
  public String authLine() {
    return "auth " + text;
  }

  /** The header {@code Authorization} with this token. It contains the secret, too. */
  public String bearer() {
    return "Bearer " + text;
  }

  @Override
  public String toString() {
    return "AccessToken[masked]";
  }
}
