package dev.sluice.control.endpoint.access;

import java.util.Optional;

/**
 * The tokens of a server. Without any, everyone who can connect may do everything.
 *
 * @param control of those who give commands
 * @param watch of those who look
 */
public record AccessTokens(Optional<AccessToken> control, Optional<AccessToken> watch) {

  public static final AccessTokens NONE = new AccessTokens(Optional.empty(), Optional.empty());

  public boolean needed() {
    return control.isPresent() || watch.isPresent();
  }

  /**
   * The most that a token allows; it is compared with both in any case, so that the time tells
   * nothing.
   */
  public Role roleOf(String candidate) {
    boolean controls = control.map(token -> token.matches(candidate)).orElse(false);
    boolean watches = watch.map(token -> token.matches(candidate)).orElse(false);
    if (controls) {
      return Role.CONTROL;
    }
    return watches ? Role.WATCH : Role.ANYBODY;
  }

  /** The rights of a client; each includes those before it. */
  public enum Role {
    /** Everyone who can connect: anything that shows no figures. */
    ANYBODY,
    /** To look. */
    WATCH,
    /** To give commands. */
    CONTROL
  }
}
