package dev.sluice.control.cli.option.provider;

import dev.sluice.control.cli.option.EnumConverter;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.cli.option.SecretFile;
import dev.sluice.control.process.Logging;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.folder.RunDescription.TableDigest;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.ConnectionTable;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.ProviderOptionException;
import dev.sluice.jms.provider.ProviderType;
import dev.sluice.jms.provider.ProviderTypes;
import dev.sluice.jms.provider.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** How connections and destinations are obtained: the type of provider, and what it declares. */
@Command(optionListHeading = "%nProvider:%n")
public final class ProviderOptions implements GivenOptions {

  static final String PASSWORD_VARIABLE = "SLUICE_PASSWORD";

  private static final int FIRST_ORDER = 60;

  private final Secrets secrets;
  private final ProviderTypes types;
  private final OptionSpec choice;
  private final DeclaredOptions declared;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Mixin CommandSpec choiceGroup;

  @Option(
      names = "--user",
      order = FIRST_ORDER + 1,
      paramLabel = "NAME",
      defaultValue = "",
      description =
          "User to connect as; the password comes from the environment variable "
              + PASSWORD_VARIABLE
              + " or from --password-file.")
  String user;

  @Option(
      names = "--password-file",
      order = FIRST_ORDER + 2,
      paramLabel = "FILE",
      description = "The first line of this file is the password.")
  Path passwordFile;

  @Mixin CommandSpec declaredGroup;

  private Secret handedOver; // null unless a password came from elsewhere than the options
  private Credentials credentials; // null until read: a password file may be a pipe

  public ProviderOptions(Secrets secrets, ProviderTypes types) {
    this.secrets = secrets;
    this.types = types;
    this.choice = choice(types);
    this.choiceGroup = CommandSpec.create().addOption(choice);
    this.declared = new DeclaredOptions(types);
    this.declaredGroup = declared.group();
  }

  /** All types that there are. */
  public ProviderTypes types() {
    return types;
  }

  /** The names of all types. */
  public List<String> names() {
    return types.all().stream().map(ProviderType::name).toList();
  }

  /** The password, where it comes neither from a file nor from the environment. */
  public void password(Secret password) {
    secrets.add(password.reveal());
    handedOver = password;
  }

  /**
   * The provider; it connects to nothing yet, but a broker inside this process starts here.
   *
   * @throws ConfigurationException if the settings cannot be right
   */
  public JmsProvider open() {
    ProviderType type = chosen();
    try {
      declared.rejectOthers(type, command.commandLine().getParseResult());
      credentials(); // wrong ones are rejected even where a provider has no use for any
      Logging.configure(types);
      return type.open(this);
    } catch (ProviderOptionException e) {
      throw new OptionRules(command).refusal(e.getMessage(), e);
    }
  }

  /** The table that connections are made by, if there is one. */
  public Optional<TableDigest> tableDigest() {
    return chosen().connectionTable(this).map(ProviderOptions::digest);
  }

  @Override
  public <T> T value(ProviderOption<T> option) {
    return declared.value(option);
  }

  @Override
  public boolean given(ProviderOption<?> option) {
    return declared.given(option, command.commandLine().getParseResult());
  }

  @Override
  public Credentials credentials() {
    if (credentials == null) {
      credentials = readCredentials();
    }
    return credentials;
  }

  private Credentials readCredentials() {
    new OptionRules(command)
        .requires("--user", !user.isEmpty(), "--password-file", passwordFile != null);
    if (user.isEmpty()) {
      return Credentials.NONE;
    }
    if (passwordFile == null && handedOver != null) {
      return new Credentials(user, handedOver);
    }
    return new Credentials(
        user, password("--password-file", passwordFile, PASSWORD_VARIABLE).orElse(Secret.of("")));
  }

  @Override
  public Optional<Secret> password(ProviderOption<Path> file, String variable) {
    return password(file.name(), value(file), variable);
  }

  @Override
  public void hide(String name, String value) {
    secrets.addNamed(name, value);
  }

  private ProviderType chosen() {
    return types.named(choice.getValue()).orElseThrow();
  }

  private Optional<Secret> password(String option, Path file, String variable) {
    if (file != null) {
      return Optional.of(SecretFile.read(command.commandLine(), secrets, option, file));
    }
    String password = System.getenv(variable);
    if (password == null) {
      return Optional.empty();
    }
    secrets.add(password);
    return Optional.of(Secret.of(password));
  }

  private static TableDigest digest(ConnectionTable table) {
    try {
      return table.file().isPresent()
          ? TableDigest.of(table.file().get())
          : TableDigest.unread(table.name());
    } catch (IOException e) {
      throw new ConfigurationException(table.name() + " cannot be read", e);
    }
  }

  private static OptionSpec choice(ProviderTypes types) {
    List<String> names =
        types.all().stream()
            .map(
                type -> type.name() + (type.summary().isEmpty() ? "" : " (" + type.summary() + ")"))
            .toList();
    int last = names.size() - 1;
    return OptionSpec.builder("--provider")
        .order(FIRST_ORDER)
        .paramLabel("NAME")
        .type(String.class)
        .converters(name -> named(types, name).name())
        .defaultValue(types.all().get(0).name())
        .description(String.join(", ", names.subList(0, last)) + ", or " + names.get(last) + ".")
        .build();
  }

  private static ProviderType named(ProviderTypes types, String name) {
    return types
        .named(name)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    EnumConverter.notOneOf(name, types.all().stream().map(ProviderType::name))));
  }
}
