package dev.sluice.it.brokers;

import java.nio.file.Path;
import java.util.List;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.ClusterConnectionConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.ha.SharedStoreBackupPolicyConfiguration;
import org.apache.activemq.artemis.core.config.ha.SharedStorePrimaryPolicyConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/** The process of an Artemis broker: its kind, its folder, its port and that of the other one. */
final class ArtemisHost {

  private static final int PAGE_BYTES = 40 << 10;
  private static final long CLUSTER_RETRY_MILLIS = 200;

  /** What differs between brokers. */
  enum Kind {
    ALONE,
    /** Has room for a few dozen small messages of an address in memory. */
    PAGING,
    PRIMARY,
    BACKUP
  }

  private ArtemisHost() {}

  public static void main(String[] args) throws Exception {
    System.setProperty("io.netty.noUnsafe", "false"); // or it reads no store with Java 25
    EmbeddedActiveMQ server = new EmbeddedActiveMQ();
    server.setConfiguration(
        configuration(
            Kind.valueOf(args[0]),
            Path.of(args[1]),
            Integer.parseInt(args[2]),
            Integer.parseInt(args[3])));
    server.start();
    Thread.currentThread().join();
  }

  private static Configuration configuration(Kind kind, Path store, int port, int other)
      throws Exception {
    Configuration configuration =
        new ConfigurationImpl()
            .setName(kind.name())
            .setSecurityEnabled(false)
            .setJMXManagementEnabled(false)
            .setJournalType(JournalType.NIO)
            .setJournalDirectory(store.resolve("journal").toString())
            .setBindingsDirectory(store.resolve("bindings").toString())
            .setLargeMessagesDirectory(store.resolve("large").toString())
            .setPagingDirectory(store.resolve("paging").toString())
            .setMaxDiskUsage(100)
            .addAddressSetting("#", settings(kind))
            .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + port);
    if (kind == Kind.PRIMARY || kind == Kind.BACKUP) {
      configuration
          .setHAPolicyConfiguration(
              kind == Kind.PRIMARY
                  ? new SharedStorePrimaryPolicyConfiguration()
                  : new SharedStoreBackupPolicyConfiguration())
          .addConnectorConfiguration("this", "tcp://127.0.0.1:" + port)
          .addConnectorConfiguration("other", "tcp://127.0.0.1:" + other)
          .addClusterConfiguration(
              new ClusterConnectionConfiguration()
                  .setName("pair")
                  .setConnectorName("this")
                  .setStaticConnectors(List.of("other"))
                  .setRetryInterval(CLUSTER_RETRY_MILLIS));
    }
    return configuration;
  }

  private static AddressSettings settings(Kind kind) {
    AddressSettings settings =
        new AddressSettings()
            .setDeadLetterAddress(SimpleString.of("DLQ"))
            .setExpiryAddress(SimpleString.of("EXPIRED"))
            .setAutoDeleteQueues(false)
            .setAutoDeleteAddresses(false)
            .setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE);
    return kind == Kind.PAGING
        ? settings.setMaxSizeBytes(PAGE_BYTES).setPageSizeBytes(PAGE_BYTES)
        : settings;
  }
}
