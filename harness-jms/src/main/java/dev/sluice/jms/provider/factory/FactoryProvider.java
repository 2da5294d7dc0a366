package dev.sluice.jms.provider.factory;

import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ClientFactoryProvider;
import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Credentials;
import jakarta.jms.ConnectionFactory;
import java.util.Map;

/** Makes the connection factory by its constructor and setters; the session makes destinations. */
final class FactoryProvider extends ClientFactoryProvider {

  /**
   * @param className the factory's class, which has a constructor without parameters
   * @param properties what its setters are called with, by their names: {@code host} for {@code
   *     setHost}
   * @throws ConfigurationException if there is no such class, it is no connection factory, or has
   *     no such setter
   */
  FactoryProvider(
      String className, Map<String, String> properties, Credentials credentials, ClientJars jars) {
    super(
        "factory",
        "connection factory " + className, // without the properties: any of them may be a secret
        jars,
        jars.call(() -> make(jars, className, properties)),
        credentials,
        className);
  }

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
