package dev.sluice.control.compat;

/** Who connects, in both tools. */
public final class CredentialLetters {

  private CredentialLetters() {}

  public static void translate(GivenOptions given, NativeLine line) {
    line.addUnlessEmpty("--user", given.text("us"));
    if (given.text("pw").isEmpty()) {
      return;
    }
    if (given.text("us").isEmpty()) {
      throw new LegacyLineException("Invalid parameter: -pw requires -us");
    }
    line.password(given.text("pw"));
    line.notice(
        "the password of -pw is visible in the list of processes; prefer the "
            + "environment variable SLUICE_PASSWORD");
  }
}
