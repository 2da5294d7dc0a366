package dev.sluice.it.cli;

import java.util.concurrent.locks.LockSupport;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.core.transaction.Transaction;

/**
 * An Artemis broker that takes so many messages per second and no more. It keeps 1 MiB of them and
 * drops the rest, so that senders need no receivers.
 */
final class LimitedBroker implements AutoCloseable {

  private final EmbeddedActiveMQ server;

  private LimitedBroker(EmbeddedActiveMQ server) {
    this.server = server;
  }

  static LimitedBroker start(double capacityPerSecond) throws Exception {
    ConfigurationImpl configuration = new ConfigurationImpl();
    configuration.setPersistenceEnabled(false);
    configuration.setSecurityEnabled(false);
    configuration.setJMXManagementEnabled(false);
    configuration.addAcceptorConfiguration("tcp", "tcp://127.0.0.1:0");
    configuration.addAddressSetting(
        "#",
        new AddressSettings()
            .setMaxSizeBytes(1 << 20)
            .setAddressFullMessagePolicy(AddressFullMessagePolicy.DROP));
    configuration.registerBrokerPlugin(new Limit(capacityPerSecond));
    EmbeddedActiveMQ server = new EmbeddedActiveMQ().setConfiguration(configuration);
    server.start();
    return new LimitedBroker(server);
  }

  /** Where it is, for a client that waits until each message is taken. */
  String url() {
    int port = server.getActiveMQServer().getRemotingService().getAcceptor("tcp").getActualPort();
    return "tcp://127.0.0.1:" + port + "?blockOnNonDurableSend=true";
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the broker did not stop", e);
    }
  }

  /** Takes messages one after another, each after its share of a second. */
  private static final class Limit implements ActiveMQServerMessagePlugin {

    /** So much of a stall of the host is made up, so that it costs no capacity. */
    private static final long STALL_NANOS = 10_000_000;

    private final double nanosPerMessage;
    private double freeNanos; // guarded by this

    Limit(double capacityPerSecond) {
      this.nanosPerMessage = 1e9 / capacityPerSecond;
      this.freeNanos = System.nanoTime();
    }

    @Override
    public void beforeSend(
        ServerSession session,
        Transaction transaction,
        Message message,
        boolean direct,
        boolean noAutoCreateQueue) {
      long takenNanos;
      synchronized (this) {
        freeNanos =
            Math.max(freeNanos, (double) (System.nanoTime() - STALL_NANOS)) + nanosPerMessage;
        takenNanos = (long) freeNanos;
      }
      while (System.nanoTime() < takenNanos) {
        LockSupport.parkNanos(takenNanos - System.nanoTime());
      }
    }
  }
}
