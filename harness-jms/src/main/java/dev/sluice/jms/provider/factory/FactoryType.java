package dev.sluice.jms.provider.factory;

import static dev.sluice.jms.provider.ProviderTypes.CLASS_PATH;

import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.ProviderOptionException;
import dev.sluice.jms.provider.ProviderType;
import java.util.List;
import java.util.Map;

/** Any client library, by its connection factory's constructor and setters. */
public final class FactoryType implements ProviderType {

  private static final ProviderOption<String> FACTORY_CLASS =
      ProviderOption.text("--factory-class", "CLASS", "", "the class of the connection factory.");

  private static final ProviderOption<Map<String, String>> FACTORY_PROPERTY =
      ProviderOption.pairs(
          "--factory-property",
          "a property of the connection factory: host=mq1 calls setHost. Repeatable.");

  @Override
  public String name() {
    return "factory";
  }

  @Override
  public String summary() {
    return "any connection factory";
  }

  @Override
  public String title() {
    return "Any connection factory";
  }

  @Override
  public List<ProviderOption<?>> options() {
    return List.of(CLASS_PATH, FACTORY_CLASS, FACTORY_PROPERTY);
  }

  @Override
  public JmsProvider open(GivenOptions given) {
    String factoryClass = given.value(FACTORY_CLASS);
    if (factoryClass.isEmpty()) {
      throw new ProviderOptionException(
          "Missing option: '--provider factory' needs '--factory-class CLASS'");
    }
    return new FactoryProvider(
        factoryClass,
        given.value(FACTORY_PROPERTY),
        given.credentials(),
        ClientJars.of(given.value(CLASS_PATH)));
  }
}
