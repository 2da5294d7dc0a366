package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.cli.option.SecretFile;
import dev.sluice.control.endpoint.http.AccessTokens;
import dev.sluice.control.endpoint.http.HttpSettings;
import dev.sluice.control.endpoint.http.TlsFile;
import dev.sluice.control.endpoint.socket.AccessToken;
import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The live page, and the HTTP interface on its port. */
@Command
public final class PageOptions {

  private static final String WATCH_TOKEN = "--page-watch-token-file";
  private static final String WATCH_VARIABLE = "SLUICE_WATCH_TOKEN";
  private static final String PASSWORD = "--page-tls-password-file";

  private final Secrets secrets;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--page",
      order = 38,
      paramLabel = "PORT",
      arity = "0..1",
      fallbackValue = "0",
      converter = Numbers.Port.class,
      description =
          "Serve a live page of the run on this port, with an HTTP interface and the metrics; "
              + "without a port, on any free one.")
  Integer port;

  @Option(
      names = "--page-bind",
      order = 38,
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address for --page (default ${DEFAULT-VALUE}); an address that other hosts can reach "
              + "needs a token and a certificate.")
  String bind;

  @Option(
      names = WATCH_TOKEN,
      order = 38,
      paramLabel = "FILE",
      description =
          "The first line of this file is the token for looking at the page; without a file, it "
              + "comes from the environment variable "
              + WATCH_VARIABLE
              + ". With the token for commands, the page can be looked at, too.")
  Path watchToken;

  @Option(
      names = "--page-tls",
      order = 38,
      paramLabel = "FILE",
      description =
          "Encrypt the page's port by the certificate and private key in this file, PEM or "
              + "PKCS#12; it is read again when it has changed.")
  Path tls;

  @Option(
      names = PASSWORD,
      order = 38,
      paramLabel = "FILE",
      description = "The first line of this file is the password of --page-tls.")
  Path tlsPassword;

  @Option(
      names = "--page-without-tls",
      order = 38,
      description =
          "Let other hosts use the page's port in plain text, as behind a proxy that encrypts. Who "
              + "reads the network reads the tokens.")
  boolean withoutTls;

  public PageOptions(Secrets secrets) {
    this.secrets = secrets;
  }

  /** Whether there is to be a page. */
  boolean wanted() {
    return port != null;
  }

  /**
   * The server, if one is wanted.
   *
   * @param control the token for commands
   * @throws ParameterException if it would be open to other hosts
   */
  Optional<HttpSettings> settings(TokenFileOption control) {
    return settings(control::token);
  }

  /** The same for a page where there is nothing to command. */
  public Optional<HttpSettings> settingsToWatch() {
    return settings(Optional::empty);
  }

  private Optional<HttpSettings> settings(Supplier<Optional<AccessToken>> control) {
    OptionRules rules = new OptionRules(command);
    rules.requires(
        "--page",
        wanted(),
        "--page-bind",
        WATCH_TOKEN,
        "--page-tls",
        PASSWORD,
        "--page-without-tls");
    rules.requires("--page-tls", tls != null, PASSWORD);
    rules.excludes("--page-tls", "--page-without-tls", tls != null && withoutTls);
    if (!wanted()) {
      return Optional.empty();
    }
    Optional<AccessToken> watch =
        TokenFileOption.token(command, secrets, WATCH_TOKEN, watchToken, WATCH_VARIABLE);
    try {
      HttpSettings settings =
          new HttpSettings(
              InetAddress.getByName(bind),
              port,
              new AccessTokens(control.get(), watch),
              certificate());
      return Optional.of(settings.requireGuarded(withoutTls));
    } catch (UnknownHostException e) {
      throw invalid("--page-bind", "'" + bind + "': unknown address", e);
    } catch (IllegalArgumentException e) {
      throw invalid("--page-bind", "'" + bind + "': " + e.getMessage(), e);
    }
  }

  private Optional<TlsFile> certificate() {
    if (tls == null) {
      return Optional.empty();
    }
    Optional<String> password =
        Optional.ofNullable(tlsPassword)
            .map(file -> SecretFile.read(command.commandLine(), secrets, PASSWORD, file).reveal());
    try {
      return Optional.of(TlsFile.read(tls, password));
    } catch (IOException e) {
      throw invalid("--page-tls", e.getMessage(), e);
    }
  }

  private ParameterException invalid(String option, String why, Exception cause) {
    return new ParameterException(
        command.commandLine(), "Invalid value for option '" + option + "': " + why, cause);
  }
}
