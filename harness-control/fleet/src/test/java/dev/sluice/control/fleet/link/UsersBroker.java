package dev.sluice.control.fleet.link;

import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.Secret;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;

/**
 * An Artemis broker that others use, too: its one user may do what fleets need, and nothing else.
 */
final class UsersBroker implements AutoCloseable {

  static final Credentials USER = new Credentials("fleet-user", Secret.of("the user's password"));

  /** A field, because a logger that nobody holds is forgotten together with its level. */
  private static final Logger AUDIT = Logger.getLogger("org.apache.activemq.audit");

  private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();

  /**
   * @param port 0 for any free one
   */
  UsersBroker(int port) throws Exception {
    AUDIT.setLevel(Level.OFF);
    Configuration configuration =
        new ConfigurationImpl()
            .setPersistenceEnabled(false)
            .setJMXManagementEnabled(false)
            .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + port)
            .putSecurityRoles("fleet.#", Set.of(ofFleets()))
            .putSecurityRoles("activemq.notifications", Set.of(hears()));
    SecurityConfiguration users = new SecurityConfiguration();
    users.addUser(USER.user(), USER.password().reveal());
    users.addRole(USER.user(), USER.user());
    server.setConfiguration(configuration);
    server.setSecurityManager(
        new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), users));
    server.start();
  }

  /** Sends, consumes, and makes addresses and queues. */
  private static Role ofFleets() {
    return new Role(
        USER.user(), true, true, true, false, true, true, false, false, true, false, false, false);
  }

  /** Consumes from queues that last as long as it does. */
  private static Role hears() {
    return new Role(
        USER.user(),
        false,
        true,
        false,
        false,
        true,
        true,
        false,
        false,
        false,
        false,
        false,
        false);
  }

  int port() {
    return server.getActiveMQServer().getRemotingService().getAcceptor("tcp").getActualPort();
  }

  String url() {
    return "tcp://127.0.0.1:" + port();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the broker did not stop", e);
    }
  }
}
