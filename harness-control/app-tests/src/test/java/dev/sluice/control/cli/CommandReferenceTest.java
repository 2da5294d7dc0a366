package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page about all commands says what the commands say. */
class CommandReferenceTest {

  private static final Path PAGE = Path.of("../..", "docs", "command-reference.md");

  private static final String WRITE_PROPERTY = "commandReference.write";

  private static final String REMEDY =
      """
      docs/command-reference.md is not what the commands say of themselves. Write it again with

          ./mvnw -q test -pl harness-control/app-tests -am -Dtest=CommandReferenceTest \\
              -Dsurefire.failIfNoSpecifiedTests=false -D%s=true

      and commit it together with the change of the commands."""
          .formatted(WRITE_PROPERTY);

  @Test
  void thePageIsWhatTheCommandsSay() throws IOException {
    String page = CommandReference.page();
    if (Boolean.getBoolean(WRITE_PROPERTY)) {
      Files.writeString(PAGE, page);
    }

    assertThat(PAGE).as(REMEDY).exists();
    assertThat(Files.readString(PAGE)).as(REMEDY).isEqualTo(page);
  }

  @Test
  void everyCommandAndOptionIsThere() {
    assertThat(CommandReference.page())
        .contains("## sluice send\n", "## sluice ccdt check\n", "`--size SIZE`", "`--verbose`")
        .doesNotContain("%n", "${DEFAULT-VALUE}");
  }
}
