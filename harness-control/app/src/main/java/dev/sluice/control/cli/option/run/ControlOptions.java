package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import dev.sluice.control.secret.Secrets;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command socket. */
@Command
public final class ControlOptions {

  private static final String BIND = "--control-bind";
  private static final String TLS = "--control-tls";
  private static final String INSECURE = "--control-insecure-remote";

  private final Secrets secrets;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--control",
      order = 35,
      paramLabel = "PORT",
      converter = Numbers.Port.class,
      description = "Listen for commands (telnet, nc, sluice ctl) on this port; 0 = any free one.")
  Integer port;

  @Option(
      names = BIND,
      order = 36,
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address for --control (default ${DEFAULT-VALUE}); an address that other hosts "
              + "can reach needs a token and a certificate.")
  String bind;

  private final TlsFiles tls = new TlsFiles(TLS, 36, "the command socket");

  @Mixin CommandSpec tlsGroup = tls.group();

  @Option(
      names = INSECURE,
      order = 36,
      description =
          "Let other hosts give commands in plain text, and without a token if none is given, as "
              + "scripts for older tools do. Anyone who can connect may then change the load.")
  boolean insecureRemote;

  public ControlOptions(Secrets secrets) {
    this.secrets = secrets;
  }

  /** Whether there is to be a socket. */
  boolean wanted() {
    return port != null;
  }

  /**
   * The socket, if one is wanted.
   *
   * @param tokens those of the process
   * @throws ParameterException if it would be open to other hosts, and nobody asked for that
   */
  Optional<CommandServerSettings> settings(Supplier<AccessTokens> tokens) {
    OptionRules rules = new OptionRules(command);
    rules.requires("--control", wanted(), tls.names());
    rules.requires("--control", wanted(), INSECURE);
    if (!wanted()) {
      return Optional.empty();
    }
    return Optional.of(
        CommandServerSettings.of(
            new PortAddress(BIND, bind, port)
                .settings(command, secrets, tokens, tls, this::guarded)));
  }

  private PortSettings guarded(PortSettings settings) {
    return insecureRemote
        ? settings
        : settings
            .requireToken(TokenFileOption.NAME + ", or " + INSECURE)
            .requireTls(TLS + ", or " + INSECURE);
  }
}
