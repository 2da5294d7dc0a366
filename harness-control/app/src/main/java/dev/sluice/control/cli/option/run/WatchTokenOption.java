package dev.sluice.control.cli.option.run;

import dev.sluice.control.endpoint.access.AccessToken;
import dev.sluice.control.secret.Secrets;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The token for looking, for all ports of a process. */
public final class WatchTokenOption {

  static final String NAME = "--watch-token-file";
  private static final String VARIABLE = "SLUICE_WATCH_TOKEN";

  private final Secrets secrets;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = NAME,
      order = 37,
      paramLabel = "FILE",
      description =
          "The first line of this file is the token for looking, at the page or by the command "
              + "socket; without a file, it comes from the environment variable "
              + VARIABLE
              + ". The token for commands is one for looking, too.")
  Path file;

  public WatchTokenOption(Secrets secrets) {
    this.secrets = secrets;
  }

  /** The token, if there is one. */
  public Optional<AccessToken> token() {
    return TokenFileOption.token(command, secrets, NAME, file, VARIABLE);
  }
}
