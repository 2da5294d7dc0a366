package dev.sluice.control.cli.option.provider;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.ProviderOptionException;
import dev.sluice.jms.provider.ProviderType;
import dev.sluice.jms.provider.ProviderTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options that the types of providers declare, as options of a command: those of one type under
 * one heading, those that types share without one.
 */
final class DeclaredOptions {

  private static final int FIRST_ORDER = 63;
  private static final int LAST_ORDER = 69;

  private final ProviderTypes types;
  private final Map<ProviderOption<?>, OptionSpec> specs = new LinkedHashMap<>();

  DeclaredOptions(ProviderTypes types) {
    this.types = types;
  }

  /** A group for a mixin, which holds all of them. */
  CommandSpec group() {
    CommandSpec all = CommandSpec.create();
    all.usageMessage().optionListHeading(""); // else it takes over that of the first type
    List<ProviderType> inOrder = types.all();
    for (int i = 0; i < inOrder.size(); i++) {
      add(inOrder.get(i), Math.min(FIRST_ORDER + i, LAST_ORDER), all);
    }
    return all;
  }

  private void add(ProviderType type, int order, CommandSpec all) {
    CommandSpec own = CommandSpec.create();
    own.usageMessage()
        .optionListHeading("%n" + type.title() + " (--provider " + type.name() + "):%n");
    List<OptionSpec> shared = new ArrayList<>();
    for (ProviderOption<?> option : types.optionsOf(type)) {
      if (specs.containsKey(option)) {
        continue;
      }
      OptionSpec spec = spec(option, order);
      specs.put(option, spec);
      if (users(option).size() > 1 || option.equals(ProviderTypes.CLASS_PATH)) {
        shared.add(spec);
      } else {
        own.addOption(spec);
      }
    }
    if (!own.options().isEmpty()) {
      all.addMixin(type.name(), own);
    }
    shared.forEach(all::addOption);
  }

  /** The value of an option, else its default; null without either. */
  <T> T value(ProviderOption<T> option) {
    OptionSpec spec = specs.get(option);
    if (spec == null) {
      throw new IllegalArgumentException(option.name() + " is not among the options of its type");
    }
    return option.type().cast(spec.getValue());
  }

  /** Whether an option stood on the command line. */
  boolean given(ProviderOption<?> option, ParseResult line) {
    return line != null && line.hasMatchedOption(option.name());
  }

  /**
   * Refuses options of other types, which would have no effect.
   *
   * @throws ProviderOptionException if one was given
   */
  void rejectOthers(ProviderType chosen, ParseResult line) {
    List<ProviderOption<?>> own = types.optionsOf(chosen);
    for (ProviderOption<?> option : specs.keySet()) {
      if (!own.contains(option) && given(option, line)) {
        throw new ProviderOptionException(
            "'"
                + option.name()
                + "' requires '"
                + users(option).stream()
                    .map(type -> "--provider " + type.name())
                    .collect(Collectors.joining("' or '"))
                + "'");
      }
    }
  }

  private List<ProviderType> users(ProviderOption<?> option) {
    return types.all().stream().filter(type -> types.optionsOf(type).contains(option)).toList();
  }

  static OptionSpec spec(ProviderOption<?> option, int order) {
    OptionSpec.Builder spec =
        OptionSpec.builder(option.name())
            .order(order)
            .userObject(option)
            .type(option.type())
            .description(option.description());
    option.defaultValue().ifPresent(spec::defaultValue);
    switch (option.form()) {
      case TEXT -> spec.paramLabel(option.label());
      case FLAG -> spec.arity("0").initialValue(false);
      case PORT -> spec.paramLabel(option.label()).converters(new Numbers.Port());
      case PAIRS ->
          spec.paramLabel(option.label())
              .auxiliaryTypes(String.class, String.class)
              .initialValue(new LinkedHashMap<>());
    }
    return spec.build();
  }
}
