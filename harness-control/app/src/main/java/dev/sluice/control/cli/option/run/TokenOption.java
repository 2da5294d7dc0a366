package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.endpoint.access.AccessToken;
import dev.sluice.control.secret.Secrets;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A token of a file or of the environment. */
public abstract class TokenOption extends CommandPart {

  private final Secrets secrets;
  private final String variable;
  private final OptionSpec file;

  @Mixin final CommandSpec group;

  /**
   * Declares the option.
   *
   * @param name that of the file
   * @param variable where the token comes from without a file
   * @param description has a place for the variable
   */
  TokenOption(Secrets secrets, String name, String variable, String description) {
    this.secrets = secrets;
    this.variable = variable;
    file =
        OptionSpec.builder(name)
            .paramLabel("FILE")
            .type(Path.class)
            .description(description.formatted(variable))
            .build();
    group = CommandSpec.create().addOption(file);
    group.usageMessage().optionListHeading(""); // that of the options around it
  }

  /** The token, if there is one. */
  public final Optional<AccessToken> token() {
    Path given = file.getValue();
    String name = file.longestName();
    return given == null
        ? Optional.ofNullable(System.getenv(variable))
            .map(token -> token("Invalid value of environment variable " + variable, token))
        : Optional.of(
            token(
                "Invalid value for option '" + name + "': '" + given + "'",
                secret(secrets, name, given).reveal()));
  }

  private AccessToken token(String where, String token) {
    secrets.add(token);
    try {
      return new AccessToken(token);
    } catch (IllegalArgumentException e) {
      throw refusal(where + ": " + e.getMessage(), e);
    }
  }

  /** The token for commands, for the side that offers it and the side that uses it. */
  public static final class ForCommands extends TokenOption {

    static final String NAME = "--control-token-file";

    public ForCommands(Secrets secrets) {
      super(
          secrets,
          NAME,
          "SLUICE_CONTROL_TOKEN",
          "The first line of this file is the token for commands, by the command socket or the "
              + "page; without a file, it comes from the environment variable %s.");
    }
  }

  /** The token for looking, for all ports of a process. */
  public static final class ForLooking extends TokenOption {

    static final String NAME = "--watch-token-file";

    public ForLooking(Secrets secrets) {
      super(
          secrets,
          NAME,
          "SLUICE_WATCH_TOKEN",
          "The first line of this file is the token for looking, at the page or by the command "
              + "socket; without a file, it comes from the environment variable %s. The token for "
              + "commands is one for looking, too.");
    }
  }
}
