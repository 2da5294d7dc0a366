package dev.sluice.jms.provider.jndi;

import static dev.sluice.jms.provider.RefusedSettings.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.DestinationMaker;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.jms.provider.embedded.EmbeddedSettings;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.spi.InitialContextFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JndiProviderTest {

  @TempDir Path dir;

  @Test
  void looksUpFactoryAndQueues() throws JMSException, IOException {
    try (EmbeddedProvider broker = EmbeddedSettings.withTcp(0).create();
        JmsProvider provider = settings("CF", broker.tcpPort()).create();
        Connection connection = provider.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      assertThat(((Queue) provider.queue(session::createQueue, "bound")).getQueueName())
          .isEqualTo("REAL.NAME");
      assertThat(((Queue) provider.queue(session::createQueue, "NOT.BOUND")).getQueueName())
          .isEqualTo("NOT.BOUND");
      assertThat(catchThrowable(() -> provider.queue(session::createQueue, "CF")))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContainingAll("CF", "not a destination");
    }
  }

  /** Writes down what each of its contexts is asked; a context is known by its URL. */
  public static final class CountedDirectory implements InitialContextFactory {

    private static final Map<String, List<String>> LOOKUPS = new ConcurrentHashMap<>();

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) {
      List<String> lookups = new ArrayList<>();
      LOOKUPS.put(environment.get(Context.PROVIDER_URL).toString(), lookups);
      return proxy(
          Context.class,
          (self, method, args) -> {
            if (!method.getName().equals("lookup")) {
              return null;
            }
            String name = args[0].toString();
            lookups.add(name);
            return switch (name) {
              case "CF" -> proxy(ConnectionFactory.class, (factory, any, none) -> null);
              case "bound" -> proxy(Queue.class, (queue, any, none) -> "REAL.NAME");
              default -> throw new NameNotFoundException(name);
            };
          });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler how) {
      return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, how));
    }
  }

  @Test
  void asksTheDirectoryOnceForAllWorkers() throws JMSException {
    JndiEnvironment directory =
        new JndiEnvironment(Optional.empty(), CountedDirectory.class.getName(), "once");
    AtomicInteger made = new AtomicInteger();
    DestinationMaker<Queue> session =
        name -> {
          made.incrementAndGet();
          return null;
        };
    try (JmsProvider provider =
        new JndiSettings(directory, "CF", Credentials.NONE, ClientJars.none()).create()) {
      for (int worker = 0; worker < 100; worker++) {
        assertThat(((Queue) provider.queue(session, "bound")).getQueueName())
            .isEqualTo("REAL.NAME");
        provider.queue(session, "NOT.BOUND");
      }
    }
    assertThat(CountedDirectory.LOOKUPS.get("once")).containsExactly("CF", "bound", "NOT.BOUND");
    assertThat(made).as("queues made by each session for itself").hasValue(100);
  }

  @Test
  void explainsTheFailuresOfTheClientBehindIt() throws IOException {
    int port;
    try (EmbeddedProvider broker = EmbeddedSettings.withTcp(0).create()) {
      port = broker.tcpPort();
    }
    try (JmsProvider provider = settings("CF", port).create()) {
      assertThat(provider.explain(catchThrowable(provider::connect)).cause())
          .isEqualTo("NOT_CONNECTED: no broker answered by connection factory CF");
    }
  }

  @Test
  void reportsInvalidSettings() throws IOException {
    assertWrong(
        new JndiSettings(dir.resolve("none.properties"), "CF", Credentials.NONE),
        "none.properties",
        "cannot be read");
    Path empty = Files.createFile(dir.resolve("empty.properties"));
    assertWrong(
        new JndiSettings(empty, "CF", Credentials.NONE),
        empty.toString(),
        "java.naming.factory.initial");
    Path noClass =
        Files.writeString(
            dir.resolve("noclass.properties"), "java.naming.factory.initial=no.such.Factory\n");
    assertWrong(
        new JndiSettings(noClass, "CF", Credentials.NONE), noClass.toString(), "no.such.Factory");
    assertWrong(settings("OTHER", 1), "OTHER", "NameNotFoundException");
    assertWrong(settings("bound", 1), "bound", "not a jakarta.jms.ConnectionFactory");
  }

  private JndiSettings settings(String factory, int port) throws IOException {
    Path file =
        Files.writeString(
            dir.resolve("jndi.properties"),
            """
            java.naming.factory.initial=org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory
            connectionFactory.CF=tcp://127.0.0.1:%d
            queue.bound=REAL.NAME
            """
                .formatted(port));
    return new JndiSettings(file, factory, Credentials.NONE);
  }

  private static void assertWrong(JndiSettings settings, String... parts) {
    assertRefused(settings::create, parts);
  }
}
