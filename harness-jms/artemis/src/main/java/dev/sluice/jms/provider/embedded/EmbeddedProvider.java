package dev.sluice.jms.provider.embedded;

import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.artemis.ArtemisProvider;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.CoreAddressConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnector;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMRegistry;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an Artemis broker in this process from creation until it is closed, and connects to it
 * without a network. The broker keeps nothing on disk and knows no users.
 */
public final class EmbeddedProvider extends ArtemisProvider {

  private static final Logger log = LoggerFactory.getLogger(EmbeddedProvider.class);
  private static final String TCP = "tcp";
  private static final String DEAD_LETTERS = "DLQ";

  /** Has no queue, so what expires is dropped; without it, each queue that is made is warned of. */
  private static final String EXPIRED = "expired";

  /** A queue that fills up makes its senders wait, rather than fill the memory of the process. */
  private static final long MAX_BYTES_PER_QUEUE = 64L << 20;

  private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();
  private final boolean tcp;

  private EmbeddedProvider(String url, boolean tcp) {
    super("embedded", url, Credentials.NONE);
    this.tcp = tcp;
  }

  /** A broker that only this process reaches. */
  public static EmbeddedProvider inProcess() {
    return start(OptionalInt.empty());
  }

  /**
   * A broker that other processes of this host reach by the loopback interface.
   *
   * @param port 0 for any free one
   * @throws ConfigurationException if it cannot start, as when the port is taken
   */
  public static EmbeddedProvider withTcp(int port) {
    return start(OptionalInt.of(port));
  }

  private static synchronized EmbeddedProvider start(OptionalInt tcpPort) {
    // brokers of one process are told apart by a number; any will do
    String url = "vm://" + ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
    EmbeddedProvider started = new EmbeddedProvider(url, tcpPort.isPresent());
    try {
      started.server.setConfiguration(configuration(tcpPort, url));
      started.server.start();
    } catch (Exception e) {
      started.close();
      throw new ConfigurationException(
          "the embedded broker did not start: " + CauseChain.firstLine(e), e);
    }
    if (started.tcp && started.tcpPort() == 0) { // the server starts all the same
      started.close();
      throw new ConfigurationException(
          "the embedded broker cannot listen at port "
              + tcpPort.getAsInt()
              + " of the loopback interface; is it taken? 0 is any free one");
    }
    return started;
  }

  /**
   * The port on the loopback interface.
   *
   * @throws IllegalStateException if it has none
   */
  public int tcpPort() {
    if (!tcp) {
      throw new IllegalStateException("this broker has no TCP port");
    }
    return server.getActiveMQServer().getRemotingService().getAcceptor(TCP).getActualPort();
  }

  @Override
  public String describe() {
    return "broker in this process" + (tcp ? ", also at tcp://127.0.0.1:" + tcpPort() : "");
  }

  @Override
  public String queueState(String queue) {
    return super.queueState(queue) + limits(queue);
  }

  @Override
  public void close() {
    super.close();
    try {
      server.stop();
    } catch (Exception e) {
      // it holds nothing that outlives the process
      log.debug("the embedded broker did not stop cleanly", e);
    }
    letThreadsGo();
  }

  /** The limits of a queue, as a phrase behind the number of its messages. */
  private String limits(String queue) {
    ActiveMQServer broker = server.getActiveMQServer();
    Queue held = broker.locateQueue(SimpleString.of(queue));
    if (held == null) {
      return "";
    }
    boolean full = held.getPagingStore() != null && held.getPagingStore().isFull();
    return (full ? ", it is full (" + (MAX_BYTES_PER_QUEUE >> 20) + " MiB)" : "")
        + (held.getConsumerCount() == 0 ? ", no receiver" : "");
  }

  /**
   * After the last broker of the process, ends the threads of its clients, which would keep the
   * process alive for another minute. Not while a broker starts: it may need them.
   */
  private static synchronized void letThreadsGo() {
    if (InVMRegistry.instance.size() == 0) {
      InVMConnector.resetThreadPool();
    }
  }

  private static Configuration configuration(OptionalInt tcpPort, String url) throws Exception {
    Configuration configuration =
        new ConfigurationImpl()
            .setName("sluice")
            .setPersistenceEnabled(false)
            .setSecurityEnabled(false)
            .setJMXManagementEnabled(false)
            .addAddressSetting("#", queues())
            .addAddressConfiguration(deadLetters())
            .addAcceptorConfiguration("in-vm", url);
    if (tcpPort.isPresent()) {
      configuration.addAcceptorConfiguration(
          TCP, "tcp://127.0.0.1:" + tcpPort.getAsInt() + "?protocols=CORE");
    }
    return configuration;
  }

  /** Where brokers that are set up in the usual way have them. */
  private static CoreAddressConfiguration deadLetters() {
    return new CoreAddressConfiguration()
        .setName(DEAD_LETTERS)
        .addRoutingType(RoutingType.ANYCAST)
        .addQueueConfig(
            QueueConfiguration.of(DEAD_LETTERS)
                .setAddress(DEAD_LETTERS)
                .setRoutingType(RoutingType.ANYCAST));
  }

  private static AddressSettings queues() {
    return new AddressSettings()
        .setDeadLetterAddress(SimpleString.of(DEAD_LETTERS))
        .setExpiryAddress(SimpleString.of(EXPIRED))
        .setAutoCreateQueues(true)
        .setAutoCreateAddresses(true)
        .setAutoDeleteQueues(false)
        .setAutoDeleteAddresses(false)
        .setMaxSizeBytes(MAX_BYTES_PER_QUEUE)
        .setAddressFullMessagePolicy(AddressFullMessagePolicy.BLOCK);
  }
}
