import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * An Artemis broker in a process of its own. It keeps what receivers are about to take and drops the
 * rest, so that senders can go on without receivers; it answers each message all the same. Ends when
 * its standard input does.
 *
 * <pre>java -cp sluice.jar Artemis.java PORT [MEBIBYTES_KEPT]</pre>
 */
final class Artemis {

  private Artemis() {}

  public static void main(String[] args) throws Exception {
    long kept = args.length > 1 ? Long.parseLong(args[1]) : 1;
    ConfigurationImpl configuration = new ConfigurationImpl();
    configuration.setPersistenceEnabled(false);
    configuration.setSecurityEnabled(false);
    configuration.setJMXManagementEnabled(false);
    configuration.addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + args[0]);
    configuration.addAddressSetting(
        "#",
        new AddressSettings()
            .setMaxSizeBytes(kept << 20)
            .setAddressFullMessagePolicy(AddressFullMessagePolicy.DROP));
    EmbeddedActiveMQ broker = new EmbeddedActiveMQ().setConfiguration(configuration);
    broker.start();
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // whoever started it holds the other end
    }
    broker.stop();
  }
}
