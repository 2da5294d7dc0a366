package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

/** What the program says on standard error about wrong input. */
final class Complaints {

  private static final int MAX_CHARACTERS = 100_000;

  private Complaints() {}

  /** No line comes from an exception that nobody thought of, and there is an end to them. */
  static void assertDeclared(String err) {
    assertThat(err)
        .doesNotContain("(--verbose shows where)")
        .doesNotContain("\tat ")
        .hasSizeLessThan(MAX_CHARACTERS);
  }
}
