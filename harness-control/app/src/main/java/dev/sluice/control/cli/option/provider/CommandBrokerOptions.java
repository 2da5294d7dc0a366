package dev.sluice.control.cli.option.provider;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.ProviderType;
import dev.sluice.jms.provider.ProviderTypes;
import dev.sluice.jms.provider.Secret;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A broker of its own for commands: the options that types of providers declare for that. */
public final class CommandBrokerOptions extends CommandPart {

  private final Map<ProviderOption<?>, OptionSpec> specs = new LinkedHashMap<>();
  private final List<ProviderType> types;

  @Mixin final CommandSpec group = CommandSpec.create();

  public CommandBrokerOptions(ProviderTypes types) {
    this.types =
        types.all().stream().filter(type -> !type.commandBrokerOptions().isEmpty()).toList();
    for (ProviderType type : this.types) {
      type.commandBrokerOptions()
          .forEach(option -> specs.put(option, ProviderOptions.spec(option)));
    }
    group.usageMessage().optionListHeading(""); // that of the options around it
    specs.values().forEach(group::addOption);
  }

  /** The names of the options that choose a type, as people list alternatives. */
  public String choosing() {
    return String.join("' or '", types.stream().map(type -> chooser(type).name()).toList());
  }

  /**
   * The broker that the options name; empty if they name none.
   *
   * @param run the run's own provider, whose credentials hold there too
   */
  public Optional<JmsProvider> open(GivenOptions run) {
    OnCommandBroker given = new OnCommandBroker(run);
    for (ProviderType type : types) {
      List<ProviderOption<?>> own = type.commandBrokerOptions();
      requires(chooser(type).name(), given.given(chooser(type)), names(own.subList(1, own.size())));
    }
    return types.stream()
        .filter(type -> given.given(chooser(type)))
        .findFirst()
        .map(type -> type.openCommandBroker(given));
  }

  private static ProviderOption<?> chooser(ProviderType type) {
    return type.commandBrokerOptions().get(0);
  }

  private static String[] names(Collection<ProviderOption<?>> options) {
    return options.stream().map(ProviderOption::name).toArray(String[]::new);
  }

  /** Its own options, with the credentials and secrets of the run's provider. */
  private final class OnCommandBroker implements GivenOptions {

    private final GivenOptions run;

    OnCommandBroker(GivenOptions run) {
      this.run = run;
    }

    @Override
    public <T> T value(ProviderOption<T> option) {
      return option.type().cast(specs.get(option).getValue());
    }

    @Override
    public boolean given(ProviderOption<?> option) {
      return !CommandBrokerOptions.this.given(option.name()).isEmpty();
    }

    @Override
    public Credentials credentials() {
      return run.credentials();
    }

    @Override
    public Optional<Secret> password(ProviderOption<Path> file, String variable) {
      return run.password(file, variable);
    }

    @Override
    public void hide(String name, String value) {
      run.hide(name, value);
    }
  }
}
