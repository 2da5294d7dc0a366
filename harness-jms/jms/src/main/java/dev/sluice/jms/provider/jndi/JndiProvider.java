package dev.sluice.jms.provider.jndi;

import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ClientFactoryProvider;
import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.DestinationMaker;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.naming.CommunicationException;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NoInitialContextException;
import javax.naming.Reference;
import javax.naming.spi.NamingManager;

/**
 * Looks up the connection factory, and a queue or topic first among the bound names, then by asking
 * the session for it.
 *
 * <p>Names and context come from the person who runs the harness, with the rights of that person,
 * which is why looking them up is safe here.
 */
@SuppressWarnings("BanJNDI")
final class JndiProvider extends ClientFactoryProvider {

  private final JndiEnvironment environment;
  private final Context context;
  private final ClientJars jars;
  private final Map<String, Optional<Destination>> destinations =
      new HashMap<>(); // by name, guarded by context

  /**
   * @param factoryName the name under which the connection factory is bound
   * @throws ConfigurationException if the environment cannot be read, there is no such context, or
   *     no connection factory of that name
   */
  static JndiProvider of(
      JndiEnvironment environment, String factoryName, Credentials credentials, ClientJars jars) {
    Context context = jars.call(() -> context(environment));
    String place = "connection factory " + factoryName + " of " + environment;
    ConnectionFactory factory = jars.call(() -> factory(context, factoryName, place));
    return new JndiProvider(environment, context, jars, factory, credentials, factoryName, place);
  }

  private JndiProvider(
      JndiEnvironment environment,
      Context context,
      ClientJars jars,
      ConnectionFactory factory,
      Credentials credentials,
      String factoryName,
      String place) {
    super("jndi", place, jars, factory, credentials, factoryName);
    this.environment = environment;
    this.context = context;
    this.jars = jars;
  }

  @Override
  public Destination destination(DestinationMaker session, String name) throws JMSException {
    Optional<Destination> bound = bound(name);
    return bound.isPresent() ? bound.get() : session.create(name);
  }

  /**
   * The object bound to a name, if there is one. Looked up once for all workers: a destination may
   * be used by several sessions at a time, and a directory is asked over the network.
   */
  private Optional<Destination> bound(String name) throws JMSException {
    synchronized (context) { // contexts need not be safe for several threads
      Optional<Destination> known = destinations.get(name);
      if (known == null) {
        known = lookUp(name);
        destinations.put(name, known);
      }
      return known;
    }
  }

  private Optional<Destination> lookUp(String name) throws JMSException {
    Object found;
    try {
      found = jars.call(() -> lookUp(context, name));
    } catch (NameNotFoundException e) {
      return Optional.empty();
    } catch (NamingException e) {
      throw CauseChain.jmsFailure("lookup of " + name + " failed: " + CauseChain.line(e), e);
    }
    if (found instanceof Destination destination) {
      return Optional.of(destination);
    }
    throw new ConfigurationException(
        "JNDI name "
            + name
            + " in "
            + environment
            + " is a "
            + className(found)
            + ", not a destination");
  }

  @Override
  public void close() {
    try {
      jars.call(
          () -> {
            context.close();
            return null;
          });
    } catch (NamingException e) {
      // nothing was changed in it, so nothing is lost
      return;
    } finally {
      super.close();
    }
  }

  private static Context context(JndiEnvironment environment) {
    try {
      return new InitialContext(environment.properties());
    } catch (NamingException | LinkageError e) {
      throw new ConfigurationException(
          environment.describe() + " did not create an initial context: " + why(e), e);
    }
  }

  /**
   * What is bound to a name. Later Javas leave references of directory servers as they are, lest
   * those have any class make anything. Where the client's own factory makes it, it is made here.
   */
  private static Object lookUp(Context context, String name) throws NamingException {
    Object found = context.lookup(name);
    try {
      return found instanceof Reference reference && isOfOneLibrary(reference)
          ? NamingManager.getObjectInstance(found, null, context, context.getEnvironment())
          : found;
    } catch (NamingException | RuntimeException e) {
      throw e;
    } catch (Exception e) { // of the client's own factory
      throw (NamingException) new NamingException(CauseChain.line(e)).initCause(e);
    }
  }

  /** Whether it names a JMS object, and as its maker a class that came with that one's. */
  static boolean isOfOneLibrary(Reference reference) {
    ClassLoader client = Thread.currentThread().getContextClassLoader();
    try {
      Class<?> made = Class.forName(reference.getClassName(), false, client);
      Class<?> maker =
          Class.forName(String.valueOf(reference.getFactoryClassName()), false, client);
      boolean jms =
          ConnectionFactory.class.isAssignableFrom(made)
              || Destination.class.isAssignableFrom(made);
      return jms
          && Objects.equals(
              made.getProtectionDomain().getCodeSource(),
              maker.getProtectionDomain().getCodeSource());
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static ConnectionFactory factory(Context context, String name, String where) {
    Object found;
    try {
      found = lookUp(context, name);
    } catch (NamingException | LinkageError e) {
      throw new ConfigurationException(where + " cannot be looked up: " + why(e), e);
    }
    if (found instanceof ConnectionFactory factory) {
      return factory;
    }
    throw new ConfigurationException(
        where + " is a " + className(found) + ", not a jakarta.jms.ConnectionFactory");
  }

  private static String why(Throwable failure) {
    String said = CauseChain.firstLine(failure);
    if (failure instanceof CommunicationException) {
      return "nothing answers at " + said + "; check the URL's host and port";
    }
    if (failure instanceof NoInitialContextException) {
      return said + "; check --jndi-factory and --class-path";
    }
    return failure instanceof NameNotFoundException
        ? "nothing has this name; check --connection-factory"
        : CauseChain.line(failure);
  }

  private static String className(Object object) {
    String name = object == null ? "null" : object.getClass().getName();
    return object instanceof Reference
        ? name
            + " (not made by its own library, or that is not on the class path; see --class-path)"
        : name;
  }
}
