package dev.sluice.control.cli.option.provider;

import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.cli.option.SecretFile;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.folder.CcdtDigest;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.Secret;
import dev.sluice.jms.provider.artemis.ArtemisSettings;
import dev.sluice.jms.provider.embedded.EmbeddedSettings;
import dev.sluice.jms.provider.jndi.JndiEnvironment;
import dev.sluice.jms.provider.jndi.JndiSettings;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How connections and destinations are obtained. */
@Command(optionListHeading = "%nProvider:%n")
public final class ProviderOptions {

  static final String PASSWORD_VARIABLE = "SLUICE_PASSWORD";

  /** The providers, as they are written. */
  public enum Kind {
    EMBEDDED,
    ARTEMIS,
    IBMMQ,
    JNDI,
    FACTORY,
    NULL
  }

  private final Secrets secrets;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--provider",
      order = 60,
      paramLabel = "NAME",
      defaultValue = "embedded",
      description =
          "embedded (a broker inside this process, the default), artemis, ibmmq, jndi, factory"
              + " (any connection factory), or null (does nothing).")
  Kind kind;

  @Option(
      names = "--user",
      order = 61,
      paramLabel = "NAME",
      defaultValue = "",
      description =
          "User to connect as; the password comes from the environment variable "
              + PASSWORD_VARIABLE
              + " or from --password-file.")
  String user;

  @Option(
      names = "--password-file",
      order = 62,
      paramLabel = "FILE",
      description = "The first line of this file is the password.")
  Path passwordFile;

  @Option(
      names = "--url",
      order = 63,
      paramLabel = "URL",
      defaultValue = "tcp://localhost:61616",
      description = "artemis: URL of the broker (default ${DEFAULT-VALUE}).")
  String url;

  @Option(
      names = "--jndi-properties",
      order = 64,
      paramLabel = "FILE",
      description = "jndi: file with the environment of the naming context.")
  Path jndiProperties;

  @Option(
      names = "--connection-factory",
      order = 65,
      paramLabel = "NAME",
      defaultValue = "ConnectionFactory",
      description = "jndi: the name of the connection factory (default ${DEFAULT-VALUE}).")
  String connectionFactory;

  @Option(
      names = "--jndi-factory",
      order = 66,
      paramLabel = "CLASS",
      defaultValue = "",
      description = "jndi: the initial context factory, unless the file sets it.")
  String jndiFactory;

  @Option(
      names = "--jndi-url",
      order = 67,
      paramLabel = "URL",
      defaultValue = "",
      description = "jndi: the provider's URL, unless the file sets it.")
  String jndiUrl;

  @Mixin ClientOptions client;

  @Mixin IbmMqOptions ibmMq;

  private Secret handedOver; // null unless a password came from elsewhere than the options

  public ProviderOptions(Secrets secrets) {
    this.secrets = secrets;
  }

  /** The password, where it comes neither from a file nor from the environment. */
  public void password(Secret password) {
    secrets.add(password.reveal());
    handedOver = password;
  }

  public boolean isNull() {
    return kind == Kind.NULL;
  }

  /** Options of a provider that is not the one that was chosen are refused. */
  public void rejectOthers() {
    OptionRules rules = new OptionRules(command);
    rules.requires("--provider artemis", kind == Kind.ARTEMIS, "--url");
    rules.requires(
        "--provider jndi",
        kind == Kind.JNDI,
        "--jndi-properties",
        "--connection-factory",
        "--jndi-factory",
        "--jndi-url");
    ibmMq.rejectUnless(kind == Kind.IBMMQ);
    client.rejectUnless(kind == Kind.JNDI, kind == Kind.FACTORY);
  }

  /**
   * The provider; it connects to nothing yet, but the embedded broker starts here.
   *
   * @throws dev.sluice.jms.provider.ConfigurationException if the settings cannot be right
   */
  public JmsProvider open() {
    rejectOthers();
    return switch (kind) {
      case EMBEDDED -> EmbeddedSettings.inProcess().create();
      case ARTEMIS -> new ArtemisSettings(url, credentials()).create();
      case IBMMQ -> ibmMq.settings(credentials()).create();
      case JNDI ->
          new JndiSettings(jndiEnvironment(), connectionFactory, credentials(), client.jars())
              .create();
      case FACTORY -> client.factory(credentials()).create();
      case NULL -> throw new IllegalStateException("the null provider connects to nothing");
    };
  }

  /** The channel table that connections are made by, if there is one. */
  public Optional<CcdtDigest> ccdtDigest() {
    return kind == Kind.IBMMQ ? ibmMq.ccdtDigest() : Optional.empty();
  }

  private JndiEnvironment jndiEnvironment() {
    if (jndiProperties == null && jndiFactory.isEmpty()) {
      throw new ParameterException(
          command.commandLine(),
          "Missing option: '--provider jndi' needs '--jndi-properties FILE' or '--jndi-factory"
              + " CLASS'");
    }
    JndiEnvironment environment =
        new JndiEnvironment(Optional.ofNullable(jndiProperties), jndiFactory, jndiUrl);
    environment
        .properties()
        .forEach((name, value) -> secrets.addNamed(name.toString(), value.toString()));
    return environment;
  }

  public Credentials credentials() {
    new OptionRules(command)
        .requires("--user", !user.isEmpty(), "--password-file", passwordFile != null);
    if (user.isEmpty()) {
      return Credentials.NONE;
    }
    if (passwordFile != null) {
      return new Credentials(
          user, SecretFile.read(command.commandLine(), secrets, "--password-file", passwordFile));
    }
    if (handedOver != null) {
      return new Credentials(user, handedOver);
    }
    String password = System.getenv(PASSWORD_VARIABLE);
    if (password == null) {
      return new Credentials(user, Secret.of(""));
    }
    secrets.add(password);
    return new Credentials(user, Secret.of(password));
  }
}
