package dev.sluice.control.cli.option.provider;

import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.ProviderType;
import dev.sluice.jms.provider.ProviderTypes;
import dev.sluice.jms.provider.Secret;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A broker of its own for commands: the options that types of providers declare for that. */
public final class CommandBrokerOptions {

  private final Map<ProviderOption<?>, OptionSpec> specs = new LinkedHashMap<>();
  private final List<ProviderType> types;

  /**
   * Declares the options.
   *
   * @param order where they stand in the help
   */
  public CommandBrokerOptions(ProviderTypes types, int order) {
    this.types =
        types.all().stream().filter(type -> !type.commandBrokerOptions().isEmpty()).toList();
    for (ProviderType type : this.types) {
      type.commandBrokerOptions()
          .forEach(option -> specs.put(option, DeclaredOptions.spec(option, order)));
    }
  }

  /** A group for a mixin, which holds all of them. */
  public CommandSpec group() {
    CommandSpec group = CommandSpec.create();
    group.usageMessage().optionListHeading(""); // that of the options around it
    specs.values().forEach(group::addOption);
    return group;
  }

  /** The names of all options. */
  public List<String> names() {
    return specs.keySet().stream().map(ProviderOption::name).toList();
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
  public Optional<JmsProvider> open(GivenOptions run, OptionRules rules) {
    OnCommandBroker given = new OnCommandBroker(run, rules, specs);
    for (ProviderType type : types) {
      String[] others =
          type.commandBrokerOptions().stream()
              .skip(1)
              .map(ProviderOption::name)
              .toArray(String[]::new);
      rules.requires(chooser(type).name(), given.given(chooser(type)), others);
    }
    return types.stream()
        .filter(type -> given.given(chooser(type)))
        .findFirst()
        .map(type -> type.openCommandBroker(given));
  }

  private static ProviderOption<?> chooser(ProviderType type) {
    return type.commandBrokerOptions().get(0);
  }

  /** Its own options, with the credentials and secrets of the run's provider. */
  private record OnCommandBroker(
      GivenOptions run, OptionRules rules, Map<ProviderOption<?>, OptionSpec> specs)
      implements GivenOptions {

    @Override
    public <T> T value(ProviderOption<T> option) {
      return option.type().cast(specs.get(option).getValue());
    }

    @Override
    public boolean given(ProviderOption<?> option) {
      return !rules.given(option.name()).isEmpty();
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
