package dev.sluice.it.baseline;

import java.io.IOException;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * An Artemis broker in a process of its own that keeps 1 MiB of messages and drops the rest, so
 * that senders can go on without receivers. Ends when its standard input does.
 */
final class DroppingBroker {

  private DroppingBroker() {}

  /**
   * Runs the broker.
   *
   * @param args the port
   */
  public static void main(String[] args) throws Exception {
    ConfigurationImpl configuration = new ConfigurationImpl();
    configuration.setPersistenceEnabled(false);
    configuration.setSecurityEnabled(false);
    configuration.setJMXManagementEnabled(false);
    configuration.addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + args[0]);
    configuration.addAddressSetting(
        "#",
        new AddressSettings()
            .setMaxSizeBytes(1 << 20)
            .setAddressFullMessagePolicy(AddressFullMessagePolicy.DROP));
    EmbeddedActiveMQ broker = new EmbeddedActiveMQ().setConfiguration(configuration);
    broker.start();
    System.out.println("ready");
    awaitEndOfInput();
    broker.stop();
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // the process that started it holds the other end
    }
  }
}
