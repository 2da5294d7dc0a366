package dev.sluice.mqsim.cli;

import dev.sluice.mqsim.admin.AdminServer;
import dev.sluice.mqsim.admin.AdminShell;
import dev.sluice.mqsim.cluster.ClusterBuilder;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.queue.QueueDefinition;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a simulated cluster until it is asked to quit. */
@Command(
    name = "mqsim",
    mixinStandardHelpOptions = true,
    versionProvider = SimulatorCommand.Version.class,
    sortOptions = false,
    description =
        "A group of simulated IBM MQ queue managers on this machine, to rehearse test plans on.")
final class SimulatorCommand implements Callable<Integer> {

  static final List<String> BANNER =
      List.of(
          "mqsim: simulated queue managers. This is a stand-in for rehearsals and tests:",
          "  it is not IBM MQ and contains nothing of it;",
          "  it has no security: it accepts every password, and listens on 127.0.0.1 only;",
          "  without --log, nothing survives the end of this process;",
          "  figures measured here say nothing about IBM MQ.");

  @Option(
      names = "--group",
      defaultValue = "UC01QM",
      paramLabel = "NAME",
      description = "group that applications connect to, as *NAME (default ${DEFAULT-VALUE})")
  private String group;

  @Option(
      names = "--queue-managers",
      defaultValue = "UC01QM01..UC01QM12",
      paramLabel = "NAMES",
      description = "A,B,C or a range A01..A12 (default ${DEFAULT-VALUE})")
  private String queueManagers;

  @Option(
      names = "--base-port",
      defaultValue = "1414",
      paramLabel = "PORT",
      description =
          "port of the first, the others follow; 0 = ports chosen by the system"
              + " (default ${DEFAULT-VALUE})")
  private int basePort;

  @Option(
      names = "--channel-port",
      paramLabel = "PORT",
      description =
          "port for message channels from other simulated queue managers to the first, "
              + "the others follow; 0 = ports chosen by the system (default: none)")
  private Integer channelPort;

  @Option(
      names = "--mqsc",
      paramLabel = "NAME=FILE",
      description =
          "run a file of MQSC commands on a queue manager before it starts, with the inserts "
              + "+QMNAME+, +AUTOCL+ and +CONNAME+ filled in; may be repeated")
  private List<String> mqsc = List.of();

  @Option(
      names = "--secure",
      description =
          "enforce rights from the start, as queue managers do that crtmqm has made; otherwise "
              + "from the first MQSC command about rights or channels of clients")
  private boolean secure;

  @Option(
      names = "--start",
      defaultValue = "1",
      paramLabel = "N",
      description = "how many queue managers start immediately (default ${DEFAULT-VALUE})")
  private int started;

  @Option(
      names = "--capacity",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "messages per second of each; a put and a get count one each; 0 = no limit"
              + " (default ${DEFAULT-VALUE})")
  private int capacity;

  @Option(
      names = "--admin",
      defaultValue = "4500",
      paramLabel = "PORT",
      description = "loopback port for commands (default ${DEFAULT-VALUE})")
  private int adminPort;

  @Option(
      names = "--log",
      paramLabel = "DIRECTORY",
      description =
          "keep persistent messages in files there, so that they outlive the process (default: none)")
  private Path log;

  @Option(
      names = "--ccdt-out",
      paramLabel = "FILE",
      description = "write the channel table (JSON CCDT) there")
  private Path ccdt;

  @Option(
      names = "--channel",
      defaultValue = "APP.SVRCONN",
      paramLabel = "NAME",
      description = "name of the channel (default ${DEFAULT-VALUE})")
  private String channel;

  @Option(
      names = "--sharecnv",
      defaultValue = "1",
      paramLabel = "N",
      description = "conversations per socket (default ${DEFAULT-VALUE})")
  private int sharedConversations;

  @Option(
      names = "--synchronous-gets",
      description = "above --sharecnv 1 receive() is MQGET, too; a queue manager sends streams")
  private boolean synchronousGets;

  @Option(
      names = "--big-endian",
      description = "numbers on the wire are those of z/OS and AIX, not those of x86")
  private boolean bigEndian;

  @Option(
      names = "--heartbeat",
      defaultValue = "30",
      paramLabel = "SECONDS",
      description = "heartbeat interval (default ${DEFAULT-VALUE})")
  private int heartbeatSeconds;

  @Option(
      names = "--balance-every",
      defaultValue = "0",
      paramLabel = "SECONDS",
      description = "time between balancing rounds; 0 = only on command (default ${DEFAULT-VALUE})")
  private int balanceSeconds;

  @Option(
      names = "--queues",
      split = ",",
      paramLabel = "NAME[:DEPTH]",
      description = "queues, or name prefixes followed by *; a depth limits the queue")
  private List<String> queues = List.of();

  @Option(names = "--strict-queues", description = "only those queues exist; any other gives 2085")
  private boolean strictQueues;

  @Option(
      names = "--max-depth",
      defaultValue = "999999999",
      paramLabel = "N",
      description = "maximum depth of a queue; then 2053 (default ${DEFAULT-VALUE})")
  private int maxDepth;

  @Option(
      names = "--backout-threshold",
      defaultValue = "0",
      paramLabel = "N",
      description = "backout threshold of all queues (default ${DEFAULT-VALUE})")
  private int backoutThreshold;

  @Option(
      names = "--backout-queue",
      defaultValue = "",
      paramLabel = "NAME",
      description = "backout requeue name of all queues")
  private String backoutQueue;

  @Option(
      names = "--compression",
      split = ",",
      defaultValue = "SYSTEM,RLE,ZLIBFAST,ZLIBHIGH",
      paramLabel = "NAME",
      description =
          "compression that the channel accepts: SYSTEM for headers, the others for "
              + "messages; NONE for none (default ${DEFAULT-VALUE})")
  private List<String> compression;

  @Option(
      names = "--refuse-user",
      paramLabel = "USER",
      description = "reject this user with 2035; may be repeated")
  private List<String> refusedUsers = List.of();

  @Option(
      names = "--tls-keystore",
      paramLabel = "FILE",
      description = "PKCS#12 file with the key of the channel; turns TLS on")
  private Path keyStore;

  @Option(
      names = "--tls-password-env",
      defaultValue = "MQSIM_TLS_PASSWORD",
      paramLabel = "VARIABLE",
      description = "environment variable with its password (default ${DEFAULT-VALUE})")
  private String passwordVariable;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    BANNER.forEach(out::println);
    CountDownLatch quit = new CountDownLatch(1);
    try (SimulatedCluster cluster = build();
        AdminServer admin =
            new AdminServer(adminPort, () -> new AdminShell(cluster, quit::countDown))) {
      configure(cluster);
      for (String name : cluster.queueManagers().subList(0, started)) {
        cluster.start(name);
        out.println("%s listens on port %d".formatted(name, cluster.port(name)));
      }
      if (ccdt != null) {
        cluster.writeCcdt(ccdt);
        out.println("channel table written to " + ccdt);
      }
      if (balanceSeconds > 0) {
        cluster.balanceEvery(Duration.ofSeconds(balanceSeconds));
      }
      out.println("commands on port %d, try: help".formatted(admin.port()));
      out.flush();
      quit.await();
    }
    return 0;
  }

  /** Runs all files to their end, so that all that is wrong in them is told at once. */
  private void configure(SimulatedCluster cluster) {
    List<String> failures = new ArrayList<>();
    for (String option : mqsc) {
      int end = option.indexOf('=');
      if (end < 0) {
        throw new IllegalArgumentException("--mqsc takes NAME=FILE, not '%s'".formatted(option));
      }
      Path file = Path.of(option.substring(end + 1));
      try {
        cluster
            .configure(option.substring(0, end), Files.readString(file))
            .forEach(spec.commandLine().getOut()::println);
      } catch (IOException e) {
        failures.add("cannot read " + file);
      } catch (IllegalArgumentException e) {
        e.getMessage().lines().map(line -> file + ": " + line).forEach(failures::add);
      }
    }
    if (!failures.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", failures));
    }
  }

  private SimulatedCluster build() {
    List<String> names = NameList.expand(queueManagers);
    if (started < 0 || started > names.size()) {
      throw new IllegalArgumentException(
          "--start must lie between 0 and %d".formatted(names.size()));
    }
    QueueDefinition otherwise =
        QueueDefinition.DEFAULT.withMaxDepth(maxDepth).withBackout(backoutThreshold, backoutQueue);
    ClusterBuilder builder =
        SimulatedCluster.builder()
            .group(group)
            .queueManagers(names)
            .basePort(basePort)
            .capacity(capacity)
            .channel(channel)
            .sharedConversations(sharedConversations)
            .bigEndian(bigEndian)
            .synchronousGets(synchronousGets)
            .heartbeatSeconds(heartbeatSeconds)
            .queues(QueueList.parse(queues, otherwise, strictQueues))
            .compression(CompressionList.parse(compression))
            .refuseUsers(Set.copyOf(refusedUsers));
    if (channelPort != null) {
      builder.channelBasePort(channelPort);
    }
    if (secure) {
      builder.secure();
    }
    if (log != null) {
      builder.log(log);
    }
    if (keyStore != null) {
      builder.tls(keyStore, password());
    }
    return builder.build();
  }

  private String password() {
    String password = System.getenv(passwordVariable);
    if (password == null) {
      throw new IllegalArgumentException(
          "--tls-keystore needs its password in the environment variable " + passwordVariable);
    }
    return password;
  }

  /** Reads the version from the jar's manifest. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = SimulatorCommand.class.getPackage().getImplementationVersion();
      return new String[] {"mqsim " + (version == null ? "(not packaged)" : version)};
    }
  }
}
