package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.endpoint.access.AccessToken;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A token of a file or of the environment. */
public abstract class TokenOption extends CommandPart {

  /** The token, if there is one. */
  public abstract Optional<AccessToken> token();

  /**
   * That of a file, or else that of a variable of the environment.
   *
   * @param file may be null
   */
  final Optional<AccessToken> token(String option, Path file, String variable) {
    if (file == null) {
      return Optional.ofNullable(System.getenv(variable))
          .map(token -> token("Invalid value of environment variable " + variable, token));
    }
    String where = "Invalid value for option '" + option + "': '" + file + "'";
    return Optional.of(token(where, secret(option, file).reveal()));
  }

  private AccessToken token(String where, String token) {
    secrets().add(token);
    try {
      return new AccessToken(token);
    } catch (IllegalArgumentException e) {
      throw refusal(where + ": " + e.getMessage(), e);
    }
  }

  /** The token for commands, for the side that offers it and the side that uses it. */
  public static final class ForCommands extends TokenOption {

    static final String NAME = "--control-token-file";
    private static final String VARIABLE = "SLUICE_CONTROL_TOKEN";

    @Option(
        names = NAME,
        paramLabel = "FILE",
        description =
            "The first line of this file is the token for commands (default: the environment variable "
                + VARIABLE
                + ").")
    Path file;

    @Override
    public Optional<AccessToken> token() {
      return token(NAME, file, VARIABLE);
    }
  }

  /** The token for looking, for all ports of a process. */
  public static final class ForLooking extends TokenOption {

    static final String NAME = "--watch-token-file";
    private static final String VARIABLE = "SLUICE_WATCH_TOKEN";

    @Option(
        names = NAME,
        paramLabel = "FILE",
        description =
            "The first line of this file is the token for looking (default: the environment variable "
                + VARIABLE
                + "). The token for commands is one for looking, too.")
    Path file;

    @Override
    public Optional<AccessToken> token() {
      return token(NAME, file, VARIABLE);
    }
  }
}
