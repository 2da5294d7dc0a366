package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.access.ServerTls;
import dev.sluice.jms.provider.Secret;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** A port of this process, which other hosts may be let in to: its address and its encryption. */
public abstract class PortOptions extends CommandPart {

  private final OptionSpec port;
  private final OptionSpec bind;
  private final OptionSpec keys;
  private final OptionSpec password;
  private final OptionSpec clients;

  @Mixin final CommandSpec group = CommandSpec.create();

  /**
   * Declares the options.
   *
   * @param option that of the port, with its description
   * @param what the port in words
   */
  PortOptions(OptionSpec.Builder option, String what) {
    String name = option.names()[0];
    port = option.paramLabel("PORT").type(Integer.class).converters(new Converters.Port()).build();
    bind =
        OptionSpec.builder(name + "-bind")
            .paramLabel("ADDRESS")
            .type(String.class)
            .defaultValue("127.0.0.1")
            .description(
                "Address for "
                    + name
                    + " (default ${DEFAULT-VALUE}); an address that other hosts can reach needs a "
                    + "token and a certificate.")
            .build();
    String tls = name + "-tls";
    keys =
        file(
            tls,
            "Encrypt "
                + what
                + " by the certificate and private key in this file, PEM or PKCS#12; it is read"
                + " again when it has changed.");
    password =
        file(tls + "-password-file", "The first line of this file is the password of " + tls + ".");
    clients =
        file(
            tls + "-clients",
            "Refuse clients of "
                + what
                + " unless their certificate is in this file, PEM, or is signed by one that is.");
    group.usageMessage().optionListHeading(""); // that of the options around it
    for (OptionSpec each : new OptionSpec[] {port, bind, keys, password, clients}) {
      group.addOption(each);
    }
  }

  private static OptionSpec file(String name, String description) {
    return OptionSpec.builder(name)
        .paramLabel("FILE")
        .type(Path.class)
        .description(description)
        .build();
  }

  /** Whether there is to be such a port. */
  final boolean wanted() {
    return port.getValue() != null;
  }

  /** Whether it is to be encrypted. */
  final boolean encrypted() {
    return keys.getValue() != null;
  }

  final String bindOption() {
    return bind.longestName();
  }

  final String tlsOption() {
    return keys.longestName();
  }

  /** Refuses options that do not go together. */
  abstract void refuseContradictions();

  /** Refuses settings that let other hosts do too much. */
  abstract PortSettings guarded(PortSettings settings);

  /**
   * The settings of the port, if it is wanted.
   *
   * @param tokens those of the process
   * @throws ParameterException if it would be open to other hosts, and nobody asked for that
   */
  public final Optional<PortSettings> settings(Supplier<AccessTokens> tokens) {
    String port = this.port.longestName();
    requires(
        port, wanted(), bindOption(), tlsOption(), password.longestName(), clients.longestName());
    refuseContradictions();
    if (!wanted()) {
      return Optional.empty();
    }
    String name = bind.getValue();
    InetAddress address = address(bindOption(), name);
    try {
      return Optional.of(
          guarded(new PortSettings(address, this.port.getValue(), tokens.get(), tls())));
    } catch (IllegalArgumentException e) {
      throw invalid(bindOption(), "'" + name + "': " + e.getMessage(), e);
    }
  }

  private Optional<ServerTls> tls() {
    requires(tlsOption(), encrypted(), password.longestName(), clients.longestName());
    if (!encrypted()) {
      return Optional.empty();
    }
    Optional<String> secret =
        Optional.ofNullable(password.<Path>getValue())
            .map(file -> secret(password.longestName(), file))
            .map(Secret::reveal);
    return Optional.of(
        valid(
            tlsOption(),
            () ->
                ServerTls.read(keys.getValue(), secret, Optional.ofNullable(clients.getValue()))));
  }

  /** The command socket. */
  public static final class Control extends PortOptions {

    private static final String INSECURE = "--control-insecure-remote";

    @Option(
        names = INSECURE,
        description =
            "Let other hosts give commands in plain text, and without a token if none is given: "
                + "anyone who can connect may then change the load.")
    boolean insecureRemote;

    public Control() {
      super(
          OptionSpec.builder("--control")
              .description(
                  "Listen for commands (telnet, nc, sluice ctl) on this port; 0 = any free one."),
          "the command socket");
    }

    @Override
    void refuseContradictions() {
      requires("--control", wanted(), INSECURE);
    }

    @Override
    PortSettings guarded(PortSettings settings) {
      return insecureRemote
          ? settings
          : settings
              .requireToken(TokenOption.ForCommands.NAME + ", or " + INSECURE)
              .requireTls(tlsOption() + ", or " + INSECURE);
    }
  }

  /** The live page, and the HTTP interface on its port. */
  public static final class Page extends PortOptions {

    private static final String WITHOUT_TLS = "--page-without-tls";

    @Option(
        names = WITHOUT_TLS,
        description =
            "Let other hosts use the page's port in plain text, as behind a proxy that encrypts: "
                + "anyone who can read the network can then read the tokens.")
    boolean withoutTls;

    public Page() {
      super(
          OptionSpec.builder("--page")
              .arity("0..1")
              .fallbackValue("0")
              .description(
                  "Serve a live page of the run on this port, with an HTTP interface and the "
                      + "metrics; without a port, on any free one."),
          "the page's port");
    }

    @Override
    void refuseContradictions() {
      requires("--page", wanted(), WITHOUT_TLS);
      excludes(tlsOption(), WITHOUT_TLS, encrypted() && withoutTls);
    }

    @Override
    PortSettings guarded(PortSettings settings) {
      PortSettings withToken =
          settings.requireToken(TokenOption.ForCommands.NAME + ", " + TokenOption.ForLooking.NAME);
      return withoutTls ? withToken : withToken.requireTls(tlsOption() + ", or " + WITHOUT_TLS);
    }
  }
}
