package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.SecretFile;
import dev.sluice.control.endpoint.socket.AccessToken;
import dev.sluice.control.secret.Secrets;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The token of a command socket, for the side that offers it and the side that uses it. */
public final class TokenFileOption {

  private static final String NAME = "--control-token-file";
  private static final String VARIABLE = "SLUICE_CONTROL_TOKEN";

  private final Secrets secrets;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = NAME,
      order = 37,
      paramLabel = "FILE",
      description =
          "The first line of this file is the token for the command socket; without a "
              + "file, it comes from the environment variable "
              + VARIABLE
              + ".")
  Path file;

  public TokenFileOption(Secrets secrets) {
    this.secrets = secrets;
  }

  /** The token, if there is one. */
  public Optional<AccessToken> token() {
    if (file != null) {
      String where = "Invalid value for option '" + NAME + "': '" + file + "'";
      return Optional.of(
          token(where, SecretFile.read(command.commandLine(), secrets, NAME, file).reveal()));
    }
    return Optional.ofNullable(System.getenv(VARIABLE))
        .map(token -> token("Invalid value of environment variable " + VARIABLE, token));
  }

  private AccessToken token(String where, String token) {
    secrets.add(token);
    try {
      return new AccessToken(token);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), where + ": " + e.getMessage(), e);
    }
  }
}
