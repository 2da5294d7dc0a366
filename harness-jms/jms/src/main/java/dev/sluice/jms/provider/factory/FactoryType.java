package dev.sluice.jms.provider.factory;

import static dev.sluice.jms.provider.ProviderTypes.CLASS_PATH;

import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ClientFactoryProvider;
import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.ConnectionCost;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.ProviderOptionException;
import dev.sluice.jms.provider.ProviderType;
import jakarta.jms.ConnectionFactory;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Any client library, by its connection factory's constructor and setters. */
public final class FactoryType implements ProviderType {

  private static final ProviderOption<String> FACTORY_CLASS =
      ProviderOption.text("--factory-class", "CLASS", "", "the class of the connection factory.");

  private static final ProviderOption<Map<String, String>> FACTORY_PROPERTY =
      ProviderOption.pairs(
          "--factory-property",
          "a property of the connection factory: host=mq1 calls setHost, class:NAME is an object."
              + " Repeatable.");

  /** The property that a constructor may take. */
  private static final String URL = "url";

  /** Begins values that are objects of a class. */
  private static final String CLASS = "class:";

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
  public Optional<ConnectionCost> connectionCost(ConnectionFactory factory) {
    return CountedClients.of(factory);
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
   * @param className its class, which has a constructor without parameters, or one with a text or a
   *     URI, which is the property {@code url} unless that has a setter
   * @param set what its setters are called with, by their names: {@code host} for {@code setHost};
   *     in their order, because some may be for an object that another one makes
   * @throws ConfigurationException if there is no such class, it is no connection factory, or has
   *     no such property
   */
  private static ConnectionFactory make(
      ClientJars jars, String className, Map<String, String> set) {
    Map<String, String> left = new LinkedHashMap<>(set);
    Object made = construct(jars, className, left);
    Map<String, BeanProperties> objects = new HashMap<>(Map.of("", new BeanProperties(made)));
    left.forEach((name, value) -> set(jars, objects, name, value));
    if (made instanceof ConnectionFactory connectionFactory) {
      return connectionFactory;
    }
    throw new ConfigurationException(className + " is not a jakarta.jms.ConnectionFactory");
  }

  /**
   * Sets a property of the object whose name it begins with, or else of the connection factory.
   *
   * @param objects those made so far, by the properties that they were made for
   */
  private static void set(
      ClientJars jars, Map<String, BeanProperties> objects, String name, String value) {
    int dot = Math.max(0, name.lastIndexOf('.'));
    String owner = objects.containsKey(name.substring(0, dot)) ? name.substring(0, dot) : "";
    String property = owner.isEmpty() ? name : name.substring(dot + 1);
    Object given = value;
    if (value.startsWith(CLASS)) {
      given = construct(jars, value.substring(CLASS.length()), new HashMap<>());
      objects.put(name, new BeanProperties(given));
    }
    objects.get(owner).set(property, given);
  }

  /**
   * Makes an object of a class.
   *
   * @param properties without the URL afterwards, if that was the constructor's
   */
  private static Object construct(
      ClientJars jars, String className, Map<String, String> properties) {
    String url = "";
    try {
      Class<?> type = jars.load(className);
      Optional<Constructor<?>> plain = constructor(type);
      Optional<Constructor<?>> ofText = constructor(type, String.class);
      Optional<Constructor<?>> ofUri = constructor(type, URI.class);
      url = properties.getOrDefault(URL, "");
      boolean set =
          Arrays.stream(type.getMethods()).anyMatch(each -> each.getName().equals("setUrl"));
      if (plain.isPresent() && (url.isEmpty() || set || (ofText.isEmpty() && ofUri.isEmpty()))) {
        return plain.get().newInstance();
      }
      if (url.isEmpty() || (ofText.isEmpty() && ofUri.isEmpty())) {
        throw new ConfigurationException(
            className
                + " has no constructor without parameters"
                + (ofText.isEmpty() && ofUri.isEmpty()
                    ? ""
                    : "; give --factory-property url=... for the one that it has"));
      }
      properties.remove(URL);
      return ofText.isPresent()
          ? ofText.get().newInstance(url)
          : ofUri.get().newInstance(URI.create(url));
    } catch (ClassNotFoundException e) {
      throw new ConfigurationException(
          "class "
              + className
              + " not found; check --class-path and the name in the client's manual",
          e);
    } catch (ReflectiveOperationException | LinkageError | IllegalArgumentException e) {
      Throwable why = e.getCause() == null ? e : e.getCause();
      // without it as a cause: the URL may be in its message
      throw new ConfigurationException(
          className
              + (e instanceof InvocationTargetException
                  ? ": its constructor failed: "
                  : " cannot be created: ")
              + (url.isEmpty() ? CauseChain.line(why) : BeanProperties.refusal(why, url))
              + BeanProperties.lack(why));
    }
  }

  private static Optional<Constructor<?>> constructor(Class<?> type, Class<?>... parameters) {
    return Arrays.stream(type.getConstructors())
        .filter(each -> Arrays.equals(each.getParameterTypes(), parameters))
        .findFirst();
  }
}
