package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.cli.option.SecretFile;
import dev.sluice.control.endpoint.access.AccessToken;
import dev.sluice.control.secret.Secrets;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The token for commands, for the side that offers it and the side that uses it. */
public final class TokenFileOption {

  static final String NAME = "--control-token-file";
  private static final String VARIABLE = "SLUICE_CONTROL_TOKEN";

  private final Secrets secrets;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = NAME,
      order = 37,
      paramLabel = "FILE",
      description =
          "The first line of this file is the token for commands, by the command socket or the "
              + "page; without a file, it comes from the environment variable "
              + VARIABLE
              + ".")
  Path file;

  public TokenFileOption(Secrets secrets) {
    this.secrets = secrets;
  }

  /** The token, if there is one. */
  public Optional<AccessToken> token() {
    return token(command, secrets, NAME, file, VARIABLE);
  }

  /**
   * The token of a file or of the environment.
   *
   * @param option that of the file
   * @param file null if it was not given
   * @param variable where the token comes from then
   */
  static Optional<AccessToken> token(
      CommandSpec command, Secrets secrets, String option, Path file, String variable) {
    if (file != null) {
      String where = "Invalid value for option '" + option + "': '" + file + "'";
      String token = SecretFile.read(command.commandLine(), secrets, option, file).reveal();
      return Optional.of(token(command, secrets, where, token));
    }
    return Optional.ofNullable(System.getenv(variable))
        .map(
            token ->
                token(
                    command, secrets, "Invalid value of environment variable " + variable, token));
  }

  private static AccessToken token(
      CommandSpec command, Secrets secrets, String where, String token) {
    secrets.add(token);
    try {
      return new AccessToken(token);
    } catch (IllegalArgumentException e) {
      throw new OptionRules(command).refusal(where + ": " + e.getMessage(), e);
    }
  }
}
