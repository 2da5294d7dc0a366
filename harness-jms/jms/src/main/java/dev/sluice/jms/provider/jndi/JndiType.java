package dev.sluice.jms.provider.jndi;

import static dev.sluice.jms.provider.ProviderTypes.CLASS_PATH;

import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.ProviderOptionException;
import dev.sluice.jms.provider.ProviderType;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Any client library, by a connection factory from a naming service (JNDI). */
public final class JndiType implements ProviderType {

  private static final ProviderOption<Path> PROPERTIES =
      ProviderOption.file("--jndi-properties", "file with the environment of the naming context.");

  private static final ProviderOption<String> CONNECTION_FACTORY =
      ProviderOption.text(
          "--connection-factory",
          "NAME",
          "ConnectionFactory",
          "the name of the connection factory.");

  private static final ProviderOption<String> FACTORY =
      ProviderOption.text(
          "--jndi-factory", "CLASS", "", "the initial context factory, unless the file sets it.");

  private static final ProviderOption<String> URL =
      ProviderOption.text("--jndi-url", "URL", "", "the provider's URL, unless the file sets it.");

  @Override
  public String name() {
    return "jndi";
  }

  @Override
  public String title() {
    return "JNDI";
  }

  @Override
  public List<ProviderOption<?>> options() {
    return List.of(PROPERTIES, CONNECTION_FACTORY, FACTORY, URL, CLASS_PATH);
  }

  @Override
  public JmsProvider open(GivenOptions given) {
    if (given.value(PROPERTIES) == null && given.value(FACTORY).isEmpty()) {
      throw new ProviderOptionException(
          "Missing option: '--provider jndi' needs '--jndi-properties FILE' or '--jndi-factory"
              + " CLASS'");
    }
    JndiEnvironment environment =
        new JndiEnvironment(
            Optional.ofNullable(given.value(PROPERTIES)), given.value(FACTORY), given.value(URL));
    environment
        .properties()
        .forEach((name, value) -> given.hide(name.toString(), value.toString()));
    return JndiProvider.of(
        environment,
        given.value(CONNECTION_FACTORY),
        given.credentials(),
        ClientJars.of(given.value(CLASS_PATH)));
  }
}
