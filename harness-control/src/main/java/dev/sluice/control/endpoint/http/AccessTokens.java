package dev.sluice.control.endpoint.http;

import dev.sluice.control.endpoint.socket.AccessToken;
import java.util.Optional;

/**
 * The tokens of a server. Without any, whoever can connect may do everything.
 *
 * @param control of those who give commands
 * @param watch of those who look
 */
public record AccessTokens(Optional<AccessToken> control, Optional<AccessToken> watch) {

  public static final AccessTokens NONE = new AccessTokens(Optional.empty(), Optional.empty());

  boolean needed() {
    return control.isPresent() || watch.isPresent();
  }

  /** What a token allows, the most; both are compared whichever it is. */
  Role roleOf(String candidate) {
    boolean controls = control.map(token -> token.matches(candidate)).orElse(false);
    boolean watches = watch.map(token -> token.matches(candidate)).orElse(false);
    if (controls) {
      return Role.CONTROL;
    }
    return watches ? Role.WATCH : Role.ANYBODY;
  }
}
