package dev.sluice.jms.provider.factory;

import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ClientFactory;
import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;

/** Makes the connection factory by its constructor and setters; the session makes destinations. */
final class FactoryProvider implements JmsProvider {

  private final FactorySettings settings;
  private final ClientJars jars;
  private final ClientFactory client;

  FactoryProvider(FactorySettings settings) {
    this.settings = settings;
    this.jars = settings.jars();
    this.client =
        new ClientFactory(
            jars, jars.call(this::make), settings.credentials(), settings.className());
  }

  @Override
  public String name() {
    return "factory";
  }

  /** Without the properties, of which any may be a secret. */
  @Override
  public String describe() {
    return "connection factory " + settings.className() + settings.credentials().describe();
  }

  @Override
  public Connection connect() throws JMSException {
    return client.connect();
  }

  @Override
  public JMSContext context(int sessionMode) throws JMSException {
    return client.context(sessionMode);
  }

  @Override
  public Failure explain(Throwable failure) {
    return client.explain(failure);
  }

  @Override
  public void close() {
    jars.close();
  }

  private ConnectionFactory make() {
    Object made = construct();
    BeanProperties properties = new BeanProperties(made);
    settings.properties().forEach(properties::set);
    if (made instanceof ConnectionFactory connectionFactory) {
      return connectionFactory;
    }
    throw new ConfigurationException(
        settings.className() + " is not a jakarta.jms.ConnectionFactory");
  }

  private Object construct() {
    try {
      return jars.load(settings.className()).getConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw new ConfigurationException(
          "class "
              + settings.className()
              + " not found; check --class-path and the name in the client's manual",
          e);
    } catch (NoSuchMethodException e) {
      throw new ConfigurationException(
          settings.className() + " has no constructor without parameters", e);
    } catch (ReflectiveOperationException | LinkageError e) {
      Throwable why = e.getCause() == null ? e : e.getCause();
      throw new ConfigurationException(
          settings.className()
              + " cannot be created: "
              + why.getClass().getSimpleName()
              + " "
              + CauseChain.firstLine(why)
              + "; is a jar missing?",
          e);
    }
  }
}
