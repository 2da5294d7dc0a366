package dev.sluice.mqsim.authority;

/** Which clients must give a user and a password (CHCKCLNT). */
public enum PasswordCheck {
  NONE,
  OPTIONAL,
  /** Administrators must. */
  REQDADM,
  REQUIRED;

  boolean asksFor(boolean administrator) {
    return this == REQUIRED || (this == REQDADM && administrator);
  }
}
