package dev.sluice.control.fleet.link;

import dev.sluice.jms.provider.ConfigurationException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.CoreAddressConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;

/**
 * The broker of a fleet, in this process from creation until it is closed: members reach it by its
 * port and with the fleet's secret alone. It keeps nothing on disk.
 */
final class EmbeddedHub implements Closeable {

  // fields, because a logger that nobody holds is forgotten together with its level
  private static final Logger AUDIT = Logger.getLogger("org.apache.activemq.audit");
  private static final Logger NOISE = Logger.getLogger("org.apache.activemq.artemis.core.server");

  /** A part of the names of its threads. */
  private static final String NAME = "fleet";

  /** A connection that has not shown the fleet's certificate, or nothing for some time. */
  private static final Pattern STRANGER =
      Pattern.compile("AMQ22(?:2208|4088): .* (?:from|with) (\\S+):\\d+\\W.*");

  /** One of them that may know the secret, on a host that is busy. */
  private static final Pattern LATE =
      Pattern.compile(
          "AMQ224088.*|.*(?:handshake timed out|ClosedChannel|Connection reset|Broken pipe).*");

  private static final String LOST = "lost";
  private static final long MAX_BYTES_OF_ADDRESS = 64L << 20;

  private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();
  private final Handler strangers;

  /**
   * A hub that listens.
   *
   * @param port 0 for any free one
   * @param log is told in single lines who was refused
   * @throws ConfigurationException if the port is taken, with one line
   * @throws IOException if it does not start for another reason, with one line
   */
  EmbeddedHub(FleetAddresses addresses, FleetSecret secret, int port, Consumer<String> log)
      throws IOException {
    strangers = strangers(log);
    AUDIT.setLevel(Level.OFF);
    NOISE.setUseParentHandlers(false);
    NOISE.addHandler(strangers);
    try {
      server.setConfiguration(configuration(addresses, transport(secret, port)));
      server.setSecurityManager(users(secret));
      server.start();
    } catch (Exception e) {
      close();
      throw new IOException("the hub of the fleet did not start: " + e.getMessage(), e);
    }
    if (port() == 0) { // the server starts all the same
      close();
      throw new ConfigurationException(
          "cannot listen on port " + port + "; is it taken? --fleet-port chooses another");
    }
  }

  /** All that the broker warns of is of no use to people, but for this. */
  private static Handler strangers(Consumer<String> log) {
    return new Handler() {
      @Override
      public void publish(LogRecord logged) {
        String message = String.valueOf(logged.getMessage());
        Matcher stranger = STRANGER.matcher(message);
        if (stranger.matches()) {
          boolean late = LATE.matcher(message).matches();
          log.accept(
              "refused %s: it has not %sthis fleet's secret"
                  .formatted(stranger.group(1), late ? "shown in time that it has " : ""));
        }
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  private static TransportConfiguration transport(FleetSecret secret, int port) throws IOException {
    Map<String, Object> settings = secret.transport();
    settings.put(TransportConstants.HOST_PROP_NAME, "0.0.0.0");
    settings.put(TransportConstants.PORT_PROP_NAME, port);
    settings.put(TransportConstants.PROTOCOLS_PROP_NAME, "CORE");
    settings.put(TransportConstants.HANDSHAKE_TIMEOUT, FleetSecret.HANDSHAKE_SECONDS);
    return new TransportConfiguration(NettyAcceptorFactory.class.getName(), settings, NAME);
  }

  private static ActiveMQJAASSecurityManager users(FleetSecret secret) {
    SecurityConfiguration users = new SecurityConfiguration();
    for (MemberRole role : MemberRole.values()) {
      users.addUser(role.user(), secret.password(role.user()));
      users.addRole(role.user(), role.user());
    }
    return new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), users);
  }

  private static Configuration configuration(
      FleetAddresses addresses, TransportConfiguration transport) {
    ConfigurationImpl configuration = new ConfigurationImpl();
    configuration
        .setName(NAME)
        .setPersistenceEnabled(false)
        .setJMXManagementEnabled(false)
        .setSecurityEnabled(true)
        .addAcceptorConfiguration(transport)
        .addAddressSetting("#", settings())
        .addAddressConfiguration(
            new CoreAddressConfiguration()
                .setName(addresses.in())
                .addRoutingType(RoutingType.ANYCAST)
                .addQueueConfig(addresses.inQueue()));
    addresses.rights().forEach(configuration::putSecurityRoles);
    return configuration;
  }

  /** What is too much is lost: the newest of a full queue is worth more than the oldest. */
  private static AddressSettings settings() {
    return new AddressSettings()
        .setMaxSizeBytes(MAX_BYTES_OF_ADDRESS)
        .setAddressFullMessagePolicy(AddressFullMessagePolicy.DROP)
        .setDeadLetterAddress(SimpleString.of(LOST))
        .setExpiryAddress(SimpleString.of(LOST));
  }

  /** Where it listens. */
  int port() {
    return server.getActiveMQServer().getRemotingService().getAcceptor(NAME).getActualPort();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      // it holds nothing that outlives the process
    }
    NOISE.removeHandler(strangers);
    NOISE.setUseParentHandlers(true);
  }
}
