package dev.sluice.control.cli.option.provider;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.ProviderType;
import dev.sluice.jms.provider.ProviderTypes;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** A broker of its own for commands: the options that types of providers declare for that. */
public final class CommandBrokerOptions extends CommandPart {

  private final List<ProviderType> types;

  @Mixin final CommandSpec group = CommandSpec.create();

  public CommandBrokerOptions(ProviderTypes types) {
    this.types =
        types.all().stream().filter(type -> !type.commandBrokerOptions().isEmpty()).toList();
    group.usageMessage().optionListHeading(""); // that of the options around it
    this.types.stream()
        .flatMap(type -> type.commandBrokerOptions().stream())
        .map(option -> ProviderOptions.spec("", option))
        .forEach(group::addOption);
  }

  /** The names of the options that choose a type, as people list alternatives. */
  public String choosing() {
    return String.join("' or '", types.stream().map(type -> chooser(type).name()).toList());
  }

  /**
   * The broker that the options name; empty if they name none.
   *
   * @param given those of the command, with the credentials of the run's provider, which hold here
   *     too
   */
  public Optional<JmsProvider> open(GivenOptions given) {
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
}
