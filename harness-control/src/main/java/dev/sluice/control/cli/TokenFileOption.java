package dev.sluice.control.cli;

import dev.sluice.control.socket.AccessToken;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The token of a command socket, for the side that offers it and the side that uses it. */
final class TokenFileOption {

  private static final String NAME = "--control-token-file";

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = NAME,
      order = 37,
      paramLabel = "FILE",
      description = "The first line of this file is the token for the command socket.")
  Path file;

  /** The token, if a file was named. */
  Optional<AccessToken> token() {
    if (file == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(new AccessToken(SecretFile.firstLine(command.commandLine(), NAME, file)));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          command.commandLine(),
          "Invalid value for option '" + NAME + "': '" + file + "': " + e.getMessage(),
          e);
    }
  }
}
