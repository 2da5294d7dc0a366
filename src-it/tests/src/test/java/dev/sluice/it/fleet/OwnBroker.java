package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.activemq.artemis.core.config.ClusterConnectionConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.HAPolicyConfiguration;
import org.apache.activemq.artemis.core.config.ha.PrimaryOnlyPolicyConfiguration;
import org.apache.activemq.artemis.core.config.ha.ReplicaPolicyConfiguration;
import org.apache.activemq.artemis.core.config.ha.ReplicatedPolicyConfiguration;
import org.apache.activemq.artemis.core.config.ha.SharedStoreBackupPolicyConfiguration;
import org.apache.activemq.artemis.core.config.ha.SharedStorePrimaryPolicyConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;

/**
 * An Artemis broker as people have one: in a process of its own, which is killed or stands still,
 * with a store on disk and a user who may do nothing but what a fleet needs; alone, or one of a
 * pair.
 */
final class OwnBroker implements AutoCloseable {

  private static final String USER = "fleet-user";
  private static final String PASSWORD = "a password that only a test knows";
  private static final Pattern LIVE = Pattern.compile("live since (\\d+)");
  private static final String COPY = "has a copy";
  private static final long CLUSTER_RETRY_MILLIS = 200;
  private static final long CLUSTER_SILENT_MILLIS = 4_000;

  /** What it is to the other one of its pair. */
  enum Kind {
    ALONE,
    SHARED,
    SHARED_BACKUP,
    REPLICATED,
    REPLICA;

    private HAPolicyConfiguration policy() {
      return switch (this) {
        case ALONE -> new PrimaryOnlyPolicyConfiguration();
        case SHARED -> new SharedStorePrimaryPolicyConfiguration();
        case SHARED_BACKUP -> new SharedStoreBackupPolicyConfiguration();
        case REPLICATED -> new ReplicatedPolicyConfiguration();
        case REPLICA -> replica();
      };
    }

    /** It does not wait long for one that it does not reach. */
    private static ReplicaPolicyConfiguration replica() {
      ReplicaPolicyConfiguration replica = new ReplicaPolicyConfiguration();
      replica.setVoteRetries(1);
      replica.setVoteRetryWait(CLUSTER_RETRY_MILLIS);
      return replica;
    }
  }

  private final LiveProcess process;
  private final int port;

  private OwnBroker(Kind kind, Path store, int port, int seenAt, int other) throws IOException {
    this.port = port;
    process =
        LiveProcess.start(
            OwnBroker.class,
            kind.name(),
            store.toString(),
            Integer.toString(port),
            Integer.toString(seenAt),
            Integer.toString(other));
  }

  /** One without another. */
  static OwnBroker alone(Path store, int port) throws IOException {
    return new OwnBroker(Kind.ALONE, store, port, port, port);
  }

  /**
   * One of a pair.
   *
   * @param seenAt the port at which the other one reaches it
   * @param other the port at which it reaches the other one
   */
  static OwnBroker of(Kind kind, Path store, int port, int seenAt, int other) throws IOException {
    return new OwnBroker(kind, store, port, seenAt, other);
  }

  /** What members say who meet at these. */
  static String dialled(Path folder, OwnBroker... brokers) throws IOException {
    Path password = Files.writeString(folder.resolve("fleet.password"), PASSWORD + "\n");
    return "%s --fleet-user %s --fleet-password-file %s"
        .formatted(
            List.of(brokers).stream()
                .map(each -> "tcp://127.0.0.1:" + each.port)
                .collect(Collectors.joining(",")),
            USER,
            password);
  }

  /** When it began to answer, waited for: a reading of the clock that all processes share. */
  long liveNanos() throws Exception {
    return Long.parseLong(
        process
            .await(0, LIVE, LiveFleet.PATIENCE)
            .map((Matcher live) -> live.group(1))
            .orElseThrow(() -> new AssertionError("not live: " + process)));
  }

  /** Waits until this replica has all that the primary has. */
  void awaitCopy() throws Exception {
    LiveFleet.awaitLine(process, COPY);
  }

  void signal(String name) throws Exception {
    process.signal(name);
  }

  /** Kills it as a host is that loses power. */
  void kill() throws Exception {
    process.signal("KILL");
    assertThat(process.exitCode(LiveFleet.PATIENCE)).as("%s", process).isNotZero();
  }

  @Override
  public void close() {
    process.close();
  }

  /** Runs one until it is killed. */
  public static void main(String[] args) throws Exception {
    Kind kind = Kind.valueOf(args[0]);
    System.setProperty("io.netty.noUnsafe", "false"); // or it reads no store with Java 25
    EmbeddedActiveMQ server = new EmbeddedActiveMQ();
    server.setConfiguration(
        configuration(
            kind,
            Path.of(args[1]),
            Integer.parseInt(args[2]),
            Integer.parseInt(args[3]),
            Integer.parseInt(args[4])));
    server.setSecurityManager(users());
    server.start();
    ActiveMQServer broker = server.getActiveMQServer();
    while (kind == Kind.REPLICA && !broker.isReplicaSync()) {
      Thread.sleep(10);
    }
    System.out.println(COPY);
    while (!broker.isActive()) {
      Thread.sleep(10);
    }
    System.out.println("live since " + System.nanoTime());
    Thread.currentThread().join();
  }

  private static ActiveMQJAASSecurityManager users() {
    SecurityConfiguration users = new SecurityConfiguration();
    users.addUser(USER, PASSWORD);
    users.addRole(USER, USER);
    return new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), users);
  }

  private static Configuration configuration(Kind kind, Path store, int port, int seenAt, int other)
      throws Exception {
    Configuration configuration =
        new ConfigurationImpl()
            .setName(kind.name())
            .setJournalType(JournalType.NIO)
            .setJournalDirectory(store.resolve("journal").toString())
            .setBindingsDirectory(store.resolve("bindings").toString())
            .setLargeMessagesDirectory(store.resolve("large").toString())
            .setPagingDirectory(store.resolve("paging").toString())
            .setJMXManagementEnabled(false)
            .setClusterUser("cluster")
            .setClusterPassword(PASSWORD)
            .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + port)
            .putSecurityRoles("fleet.#", Set.of(all()))
            .putSecurityRoles("activemq.notifications", Set.of(all()));
    if (kind != Kind.ALONE) {
      configuration
          .setHAPolicyConfiguration(kind.policy())
          .addConnectorConfiguration("this", "tcp://127.0.0.1:" + seenAt)
          .addConnectorConfiguration("other", "tcp://127.0.0.1:" + other)
          .addClusterConfiguration(
              new ClusterConnectionConfiguration()
                  .setName("pair")
                  .setConnectorName("this")
                  .setStaticConnectors(List.of("other"))
                  .setRetryInterval(CLUSTER_RETRY_MILLIS)
                  .setConnectionTTL(CLUSTER_SILENT_MILLIS)
                  .setClientFailureCheckPeriod(CLUSTER_SILENT_MILLIS / 2)
                  .setCallTimeout(CLUSTER_SILENT_MILLIS));
    }
    return configuration;
  }

  /** All but managing the broker. */
  private static Role all() {
    return new Role(USER, true, true, true, true, true, true, false, true, true, true, true, true);
  }
}
