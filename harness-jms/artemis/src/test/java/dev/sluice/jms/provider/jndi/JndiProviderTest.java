package dev.sluice.jms.provider.jndi;

import static dev.sluice.jms.provider.RefusedSettings.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.DestinationMaker;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
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
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.Reference;
import javax.naming.spi.InitialContextFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQConnection;
import org.apache.activemq.artemis.jms.client.ActiveMQJMSConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JndiProviderTest {

  @TempDir Path dir;

  @Test
  void looksUpFactoryAndQueues() throws JMSException, IOException {
    try (EmbeddedProvider broker = EmbeddedProvider.withTcp(0);
        JmsProvider provider = provider(settings(broker.tcpPort()), "CF");
        Connection connection = provider.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      assertThat(((Queue) provider.destination(session::createQueue, "bound")).getQueueName())
          .isEqualTo("REAL.NAME");
      assertThat(((Queue) provider.destination(session::createQueue, "NOT.BOUND")).getQueueName())
          .isEqualTo("NOT.BOUND");
      assertThat(catchThrowable(() -> provider.destination(session::createQueue, "CF")))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContainingAll("CF", "not a destination");
    }
  }

  /** As brokers' administrators keep them: each a Reference, made again by the client's factory. */
  @Test
  @SuppressWarnings("BanJNDI") // the directory is its own
  void looksUpWhatADirectoryServerKeeps() throws Exception {
    InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("o=jms");
    config.setSchema(null);
    config.setListenerConfigs(
        InMemoryListenerConfig.createLDAPConfig("ldap", InetAddress.getLoopbackAddress(), 0, null));
    String ldap = "com.sun.jndi.ldap.LdapCtxFactory";
    String url;
    try (InMemoryDirectoryServer server = new InMemoryDirectoryServer(config);
        EmbeddedProvider broker = EmbeddedProvider.withTcp(0)) {
      server.add("dn: o=jms", "objectClass: organization", "o: jms");
      server.startListening();
      url = "ldap://127.0.0.1:" + server.getListenPort() + "/o=jms";
      JndiEnvironment directory = new JndiEnvironment(Optional.empty(), ldap, url);
      Context context = new InitialContext(directory.properties());
      context.bind(
          "cn=CF", new ActiveMQJMSConnectionFactory("tcp://127.0.0.1:" + broker.tcpPort()));
      try (Connection own = broker.connect();
          Session session = own.createSession()) {
        context.bind("cn=bound", session.createQueue("REAL.NAME"));
      }
      context.close();
      try (JmsProvider provider =
              JndiProvider.of(directory, "cn=CF", Credentials.NONE, ClientJars.none());
          Connection connection = provider.connect();
          Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
        Destination queue = provider.destination(session::createQueue, "cn=bound");
        session.createProducer(queue).send(session.createTextMessage("kept"));
        connection.start();
        assertThat(session.createConsumer(session.createQueue("REAL.NAME")).receive(30_000))
            .isNotNull();
      }
      assertRefused(
          () -> JndiProvider.of(directory, "cn=XF", Credentials.NONE, ClientJars.none()),
          "cn=XF",
          "nothing has this name");
    }
    JndiEnvironment gone = new JndiEnvironment(Optional.empty(), ldap, url);
    assertRefused(
        () -> JndiProvider.of(gone, "cn=CF", Credentials.NONE, ClientJars.none()),
        "nothing answers at 127.0.0.1:",
        "check the URL's host and port");
  }

  /**
   * A directory over the network names the maker too: it makes nothing but its library's objects.
   */
  @Test
  void aReferenceIsMadeByTheLibraryOfWhatItNames() throws Exception {
    Reference queue = new ActiveMQJMSConnectionFactory("tcp://127.0.0.1:1").getReference();
    assertThat(JndiProvider.isOfOneLibrary(queue)).isTrue();
    String ofClient = queue.getFactoryClassName();
    assertThat(
            List.of(
                new Reference(queue.getClassName(), JndiProviderTest.class.getName(), null),
                new Reference(queue.getClassName(), "no.such.Maker", null),
                new Reference(queue.getClassName()),
                new Reference("no.such.Queue", ofClient, null),
                new Reference(JndiProvider.class.getName(), JndiProvider.class.getName(), null),
                new Reference(Queue.class.getName(), ofClient, null)))
        .noneMatch(JndiProvider::isOfOneLibrary);
  }

  @Test
  void confirmsSendsOfAnArtemisFactory() throws JMSException, IOException {
    try (EmbeddedProvider broker = EmbeddedProvider.withTcp(0);
        JmsProvider provider = provider(settings(broker.tcpPort()), "CF")) {
      provider.confirmSends();
      try (Connection connection = provider.connect()) {
        assertThat(
                ((ActiveMQConnection) connection)
                    .getSessionFactory()
                    .getServerLocator()
                    .getConfirmationWindowSize())
            .isPositive();
      }
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
    DestinationMaker session =
        name -> {
          made.incrementAndGet();
          return null;
        };
    try (JmsProvider provider =
        JndiProvider.of(directory, "CF", Credentials.NONE, ClientJars.none())) {
      for (int worker = 0; worker < 100; worker++) {
        assertThat(((Queue) provider.destination(session, "bound")).getQueueName())
            .isEqualTo("REAL.NAME");
        provider.destination(session, "NOT.BOUND");
      }
    }
    assertThat(CountedDirectory.LOOKUPS.get("once")).containsExactly("CF", "bound", "NOT.BOUND");
    assertThat(made).as("queues made by each session for itself").hasValue(100);
  }

  @Test
  void explainsTheFailuresOfTheClientBehindIt() throws IOException {
    int port;
    try (EmbeddedProvider broker = EmbeddedProvider.withTcp(0)) {
      port = broker.tcpPort();
    }
    try (JmsProvider provider = provider(settings(port), "CF")) {
      assertThat(provider.explain(catchThrowable(provider::connect)).cause())
          .isEqualTo("NOT_CONNECTED: no broker answered by connection factory CF");
    }
  }

  @Test
  void reportsInvalidSettings() throws IOException {
    assertRefused(
        () -> provider(dir.resolve("none.properties"), "CF"), "none.properties", "cannot be read");
    Path empty = Files.createFile(dir.resolve("empty.properties"));
    assertRefused(() -> provider(empty, "CF"), empty.toString(), "java.naming.factory.initial");
    Path noClass =
        Files.writeString(
            dir.resolve("noclass.properties"), "java.naming.factory.initial=no.such.Factory\n");
    assertRefused(() -> provider(noClass, "CF"), noClass.toString(), "no.such.Factory");
    Path file = settings(1);
    assertRefused(() -> provider(file, "OTHER"), "OTHER", "nothing has this name");
    assertRefused(() -> provider(file, "bound"), "bound", "not a jakarta.jms.ConnectionFactory");
  }

  private Path settings(int port) throws IOException {
    Path file =
        Files.writeString(
            dir.resolve("jndi.properties"),
            """
            java.naming.factory.initial=org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory
            connectionFactory.CF=tcp://127.0.0.1:%d
            queue.bound=REAL.NAME
            """
                .formatted(port));
    return file;
  }

  private static JmsProvider provider(Path file, String factory) {
    return JndiProvider.of(
        new JndiEnvironment(Optional.of(file), "", ""),
        factory,
        Credentials.NONE,
        ClientJars.none());
  }
}
