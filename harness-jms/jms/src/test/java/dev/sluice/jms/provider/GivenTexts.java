package dev.sluice.jms.provider;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Options by their names, as a person gives them.
 *
 * @param options texts, or pairs of texts
 */
public record GivenTexts(Map<String, ?> options) implements GivenOptions {

  /** A provider of that type with these options. */
  public static JmsProvider open(String type, Map<String, ?> options) {
    return ProviderTypes.find("").named(type).orElseThrow().open(new GivenTexts(options));
  }

  @Override
  public <T> T value(ProviderOption<T> option) {
    Object given = options.get(option.name());
    Object other =
        option.form() == ProviderOption.Form.PAIRS ? Map.of() : option.defaultValue().orElse(null);
    return option.type().cast(given == null ? other : given);
  }

  @Override
  public boolean given(ProviderOption<?> option) {
    return options.containsKey(option.name());
  }

  @Override
  public Credentials credentials() {
    return Credentials.NONE;
  }

  @Override
  public Optional<Secret> password(ProviderOption<Path> file, String variable) {
    return Optional.empty();
  }

  @Override
  public void hide(String name, String value) {}
}
