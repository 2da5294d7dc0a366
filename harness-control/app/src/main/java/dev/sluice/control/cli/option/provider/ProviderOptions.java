package dev.sluice.control.cli.option.provider;

import static java.util.stream.Collectors.joining;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.format.TableDigest;
import dev.sluice.control.process.Logging;
import dev.sluice.jms.provider.BrokerView;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How connections and destinations are obtained: the type of provider, and what it declares. */
@Command(optionListHeading = "%nProvider:%n")
public final class ProviderOptions extends CommandPart implements GivenOptions {

  static final String PASSWORD_VARIABLE = "SLUICE_PASSWORD";

  private final ProviderTypes types;
  private final OptionSpec choice;
  private final Set<ProviderOption<?>> declared = new LinkedHashSet<>();

  @Mixin CommandSpec choiceGroup;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "User to connect as; the password comes from the environment variable "
              + PASSWORD_VARIABLE
              + " or from --password-file.")
  String user = "";

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "The first line of this file is the password.")
  Path passwordFile;

  @Mixin CommandSpec declaredGroup;

  private Secret handedOver; // null unless a password came from elsewhere than the options
  private Credentials credentials; // null until read: a password file may be a pipe

  public ProviderOptions(ProviderTypes types) {
    this.types = types;
    this.choice = choice(types);
    this.choiceGroup = CommandSpec.create().addOption(choice);
    this.declaredGroup = CommandSpec.create();
    declaredGroup.usageMessage().optionListHeading(""); // else it takes over that of the first type
    types.all().forEach(this::declare);
  }

  /** Those of one type stand under one heading, those that types share without one. */
  private void declare(ProviderType type) {
    CommandSpec own = CommandSpec.create();
    own.usageMessage()
        .optionListHeading("%n" + type.title() + " (--provider " + type.name() + "):%n");
    List<OptionSpec> shared = new ArrayList<>();
    for (ProviderOption<?> option : types.optionsOf(type)) {
      if (!declared.add(option)) {
        continue;
      }
      if (users(option).size() > 1 || option.equals(ProviderTypes.CLASS_PATH)) {
        shared.add(spec("", option));
      } else {
        own.addOption(spec(type.name() + ": ", option));
      }
    }
    if (!own.options().isEmpty()) {
      declaredGroup.addMixin(type.name(), own);
    }
    shared.forEach(declaredGroup::addOption);
  }

  private List<ProviderType> users(ProviderOption<?> option) {
    return types.all().stream().filter(type -> types.optionsOf(type).contains(option)).toList();
  }

  /** The names of all types. */
  public List<String> names() {
    return types.all().stream().map(ProviderType::name).toList();
  }

  /** The password, where it comes neither from a file nor from the environment. */
  public void password(Secret password) {
    secrets().add(password.reveal());
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
      rejectOthers(types.optionsOf(type));
      credentials(); // wrong ones are rejected even where a provider has no use for any
      Logging.configure(types);
      return type.open(this);
    } catch (ProviderOptionException e) {
      throw refusal(e.getMessage(), e);
    }
  }

  /** Refuses options of other types, which would have no effect. */
  private void rejectOthers(List<ProviderOption<?>> own) {
    for (ProviderOption<?> option : declared) {
      if (!own.contains(option)) {
        String types =
            users(option).stream().map(ProviderType::name).collect(joining("' or '--provider "));
        requires("--provider " + types, false, option.name());
      }
    }
  }

  /** The table that connections are made by, if there is one. */
  public Optional<TableDigest> tableDigest() {
    return chosen().connectionTable(this).map(ProviderOptions::digest);
  }

  /** What its broker can be asked of itself. */
  public List<BrokerView.Measure> measures() {
    return chosen().measures();
  }

  @Override
  public <T> T value(ProviderOption<T> option) {
    OptionSpec spec = command().findOption(option.name());
    if (spec == null) {
      throw new IllegalArgumentException(option.name() + " is not among the options of its type");
    }
    return option.type().cast(spec.getValue());
  }

  @Override
  public boolean given(ProviderOption<?> option) {
    return !given(option.name()).isEmpty();
  }

  @Override
  public Credentials credentials() {
    if (credentials == null) {
      credentials = readCredentials();
    }
    return credentials;
  }

  private Credentials readCredentials() {
    requires("--user", !user.isEmpty(), "--password-file", passwordFile != null);
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
    secrets().addNamed(name, value);
  }

  private ProviderType chosen() {
    return types.named(choice.getValue()).orElseThrow();
  }

  private Optional<Secret> password(String option, Path file, String variable) {
    if (file != null) {
      return Optional.of(secret(option, file));
    }
    String password = System.getenv(variable);
    if (password == null) {
      return Optional.empty();
    }
    secrets().add(password);
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
                    Converters.notOneOf(name, types.all().stream().map(ProviderType::name))));
  }

  /**
   * An option that a type declares, as one of a command.
   *
   * @param owner stands before its description
   */
  static OptionSpec spec(String owner, ProviderOption<?> option) {
    OptionSpec.Builder spec =
        OptionSpec.builder(option.name())
            .userObject(option)
            .type(option.type())
            .description(owner + option.descriptionWithDefault());
    option.defaultValue().ifPresent(spec::defaultValue);
    switch (option.form()) {
      case TEXT -> spec.paramLabel(option.label());
      case FLAG -> spec.arity("0").initialValue(false);
      case PORT -> spec.paramLabel(option.label()).converters(new Converters.Port());
      case PAIRS ->
          spec.paramLabel(option.label())
              .auxiliaryTypes(String.class, String.class)
              .initialValue(new LinkedHashMap<>());
    }
    return spec.build();
  }
}
