package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import dev.sluice.control.secret.Secrets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
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

  @Option(
      names = TLS,
      order = 36,
      paramLabel = "FILE",
      description =
          "Encrypt the command socket by the certificate and private key in this file, PEM or "
              + "PKCS#12; it is read again when it has changed.")
  Path tls;

  @Option(
      names = TLS + TlsFiles.PASSWORD,
      order = 36,
      paramLabel = "FILE",
      description = "The first line of this file is the password of --control-tls.")
  Path tlsPassword;

  @Option(
      names = TLS + TlsFiles.CLIENTS,
      order = 36,
      paramLabel = "FILE",
      description =
          "Refuse clients of the command socket unless their certificate is in this file, PEM, or "
              + "is signed by one that is.")
  Path tlsClients;

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
    new OptionRules(command)
        .requires(
            "--control", wanted(), TLS, TLS + TlsFiles.PASSWORD, TLS + TlsFiles.CLIENTS, INSECURE);
    if (!wanted()) {
      return Optional.empty();
    }
    return Optional.of(
        CommandServerSettings.of(
            new PortAddress(BIND, bind, port)
                .settings(
                    command,
                    secrets,
                    tokens,
                    new TlsFiles(TLS, tls, tlsPassword, tlsClients),
                    this::guarded)));
  }

  private PortSettings guarded(PortSettings settings) {
    return insecureRemote
        ? settings
        : settings
            .requireToken(TokenFileOption.NAME + ", or " + INSECURE)
            .requireTls(TLS + ", or " + INSECURE);
  }
}
