package dev.sluice.jms.provider.factory;

import static dev.sluice.jms.provider.ProviderTypes.CLASS_PATH;

import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ClientFactoryProvider;
import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.ProviderOptionException;
import dev.sluice.jms.provider.ProviderType;
import jakarta.jms.ConnectionFactory;
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
    ClientJars jars = ClientJars.of(given.value(CLASS_PATH));
    return new ClientFactoryProvider(
        name(),
        "connection factory " + factoryClass, // without properties: any of them may be a secret
        jars,
        jars.call(() -> make(jars, factoryClass, given.value(FACTORY_PROPERTY))),
        given.credentials(),
        factoryClass);
  }

  /**
   * Makes a connection factory; the session makes destinations.
   *
   * @param className its class, which has a constructor without parameters
   * @param set what its setters are called with, by their names: {@code host} for {@code setHost}
   * @throws ConfigurationException if there is no such class, it is no connection factory, or has
   *     no such setter
   */
  private static ConnectionFactory make(
      ClientJars jars, String className, Map<String, String> set) {
    Object made = construct(jars, className);
    BeanProperties properties = new BeanProperties(made);
    set.forEach(properties::set);
    if (made instanceof ConnectionFactory connectionFactory) {
      return connectionFactory;
    }
    throw new ConfigurationException(className + " is not a jakarta.jms.ConnectionFactory");
  }

  private static Object construct(ClientJars jars, String className) {
    try {
      return jars.load(className).getConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw new ConfigurationException(
          "class "
              + className
              + " not found; check --class-path and the name in the client's manual",
          e);
    } catch (NoSuchMethodException e) {
      throw new ConfigurationException(className + " has no constructor without parameters", e);
    } catch (ReflectiveOperationException | LinkageError e) {
      Throwable why = e.getCause() == null ? e : e.getCause();
      throw new ConfigurationException(
          className
              + " cannot be created: "
              + why.getClass().getSimpleName()
              + " "
              + CauseChain.firstLine(why)
              + "; is a jar missing?",
          e);
    }
  }
}
