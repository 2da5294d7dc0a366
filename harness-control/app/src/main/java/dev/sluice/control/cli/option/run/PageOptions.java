package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.secret.Secrets;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The live page, and the HTTP interface on its port. */
@Command
public final class PageOptions {

  private static final String BIND = "--page-bind";
  private static final String TLS = "--page-tls";
  private static final String WITHOUT_TLS = "--page-without-tls";

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
      names = BIND,
      order = 38,
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address for --page (default ${DEFAULT-VALUE}); an address that other hosts can reach "
              + "needs a token and a certificate.")
  String bind;

  private final TlsFiles tls = new TlsFiles(TLS, 38, "the page's port");

  @Mixin CommandSpec tlsGroup = tls.group();

  @Option(
      names = WITHOUT_TLS,
      order = 38,
      description =
          "Let other hosts use the page's port in plain text, as behind a proxy that encrypts. "
              + "Anyone who can read the network can then read the tokens.")
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
   * @param tokens those of the process
   * @throws ParameterException if it would be open to other hosts
   */
  public Optional<PortSettings> settings(Supplier<AccessTokens> tokens) {
    OptionRules rules = new OptionRules(command);
    rules.requires("--page", wanted(), tls.names());
    rules.requires("--page", wanted(), BIND, WITHOUT_TLS);
    rules.excludes(TLS, WITHOUT_TLS, tls.wanted() && withoutTls);
    if (!wanted()) {
      return Optional.empty();
    }
    return Optional.of(
        new PortAddress(BIND, bind, port).settings(command, secrets, tokens, tls, this::guarded));
  }

  private PortSettings guarded(PortSettings settings) {
    PortSettings withToken =
        settings.requireToken(TokenFileOption.NAME + ", " + WatchTokenOption.NAME);
    return withoutTls ? withToken : withToken.requireTls(TLS + ", or " + WITHOUT_TLS);
  }
}
