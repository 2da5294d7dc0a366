package dev.sluice.jms.provider.embedded;

import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ConfigurationException;
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
import org.apache.activemq.artemis.spi.core.remoting.Acceptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An Artemis server in memory. */
final class EmbeddedBroker {

  private static final Logger log = LoggerFactory.getLogger(EmbeddedBroker.class);
  private static final String TCP = "tcp";
  private static final String DEAD_LETTERS = "DLQ";

  /** A queue that fills up makes its senders wait, rather than fill the memory of the process. */
  private static final long MAX_BYTES_PER_QUEUE = 64L << 20;

  private final EmbeddedActiveMQ server;
  private final String url;
  private final boolean tcp;

  private EmbeddedBroker(EmbeddedActiveMQ server, String url, boolean tcp) {
    this.server = server;
    this.url = url;
    this.tcp = tcp;
  }

  /**
   * @param tcpPort the port of the loopback interface on which others reach it too, 0 for any free
   *     one; empty for none
   */
  static synchronized EmbeddedBroker start(OptionalInt tcpPort) {
    // brokers of one process are told apart by a number; any will do
    String url = "vm://" + ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
    EmbeddedActiveMQ server = new EmbeddedActiveMQ();
    EmbeddedBroker broker = new EmbeddedBroker(server, url, tcpPort.isPresent());
    try {
      server.setConfiguration(configuration(tcpPort, url));
      server.start();
    } catch (Exception e) {
      broker.stop();
      throw new ConfigurationException(
          "the embedded broker did not start: " + CauseChain.firstLine(e), e);
    }
    if (broker.tcp && broker.tcpPort() == 0) { // the server starts all the same
      broker.stop();
      throw new ConfigurationException(
          "the embedded broker cannot listen at port "
              + tcpPort.getAsInt()
              + " of the loopback interface; is it taken? 0 is any free one");
    }
    return broker;
  }

  String url() {
    return url;
  }

  int tcpPort() {
    if (!tcp) {
      throw new IllegalStateException("this broker has no TCP port");
    }
    return acceptor().getActualPort();
  }

  String describe() {
    return "broker in this process" + (tcp ? ", also at tcp://127.0.0.1:" + tcpPort() : "");
  }

  /** The limits of a queue, as a phrase behind the number of its messages. */
  String limits(String queue) {
    ActiveMQServer broker = server.getActiveMQServer();
    Queue held = broker.locateQueue(SimpleString.of(queue));
    if (held == null) {
      return "";
    }
    boolean full = held.getPagingStore() != null && held.getPagingStore().isFull();
    return (full ? ", it is full (" + (MAX_BYTES_PER_QUEUE >> 20) + " MiB)" : "")
        + (held.getConsumerCount() == 0 ? ", no receiver" : "");
  }

  void stop() {
    try {
      server.stop();
    } catch (Exception e) {
      // it holds nothing that outlives the process
      log.debug("the embedded broker did not stop cleanly", e);
    }
    letThreadsGo();
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

  private Acceptor acceptor() {
    return server.getActiveMQServer().getRemotingService().getAcceptor(TCP);
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
        .setAutoCreateQueues(true)
        .setAutoCreateAddresses(true)
        .setAutoDeleteQueues(false)
        .setAutoDeleteAddresses(false)
        .setMaxSizeBytes(MAX_BYTES_PER_QUEUE)
        .setAddressFullMessagePolicy(AddressFullMessagePolicy.BLOCK);
  }
}
