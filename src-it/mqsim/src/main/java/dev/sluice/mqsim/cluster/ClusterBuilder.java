package dev.sluice.mqsim.cluster;

import dev.sluice.mqsim.codec.Compression;
import dev.sluice.mqsim.conversation.ChannelSettings;
import dev.sluice.mqsim.queue.QueueDefinitions;
import io.netty.handler.ssl.SslContext;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Makes a {@link SimulatedCluster}. Everything has a default; not thread-safe. */
public final class ClusterBuilder {

  private static final int DEFAULT_MAX_MESSAGE_BYTES = 100 * 1024 * 1024;

  private String group = "GROUP";
  private List<String> queueManagers = List.of("QM1");
  private int basePort;
  private int channelBasePort = ClusterSpec.NO_CHANNELS;
  private int messagesPerSecond;
  private String channel = "APP.SVRCONN";
  private int sharedConversations = 1;
  private ByteOrder byteOrder = ByteOrder.LITTLE_ENDIAN;
  private boolean synchronousGets;
  private int heartbeatSeconds = 30;
  private int maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES;
  private Set<Compression> compression = EnumSet.allOf(Compression.class);
  private Set<String> refusedUsers = Set.of();
  private QueueDefinitions queues = QueueDefinitions.any();
  private boolean secure;
  private SslContext tls;
  private Path logDirectory;
  private int threads = Math.max(1, Runtime.getRuntime().availableProcessors());

  ClusterBuilder() {}

  /** Name under which applications connect, without the star; default GROUP. */
  public ClusterBuilder group(String name) {
    group = name;
    return this;
  }

  /** Names of the members; default QM1. */
  public ClusterBuilder queueManagers(String... names) {
    return queueManagers(List.of(names));
  }

  /** Names of the members; default QM1. */
  public ClusterBuilder queueManagers(List<String> names) {
    queueManagers = names;
    return this;
  }

  /** Port of the first member, the others follow; default 0: ports chosen by the system. */
  public ClusterBuilder basePort(int port) {
    basePort = port;
    return this;
  }

  /**
   * Port where message channels of other queue managers connect to the first member, the others
   * follow; 0: ports chosen by the system. Default: they cannot.
   */
  public ClusterBuilder channelBasePort(int port) {
    channelBasePort = port;
    return this;
  }

  /** Messages per second of each member, a put and a get counting one each; default 0: no limit. */
  public ClusterBuilder capacity(int messages) {
    messagesPerSecond = messages;
    return this;
  }

  /** Name of the one channel; default APP.SVRCONN. */
  public ClusterBuilder channel(String name) {
    channel = name;
    return this;
  }

  /** Most conversations per socket; default 1; 0 = the old protocol without conversations. */
  public ClusterBuilder sharedConversations(int conversations) {
    sharedConversations = conversations;
    return this;
  }

  /**
   * Whether numbers on the wire are big-endian, as of queue managers on z/OS or AIX; default no.
   */
  public ClusterBuilder bigEndian(boolean big) {
    byteOrder = big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    return this;
  }

  /**
   * Whether consumers that wait for a message call for it even with several conversations per
   * socket, which queue managers do not allow; by default they have a stream there.
   */
  public ClusterBuilder synchronousGets(boolean allowed) {
    synchronousGets = allowed;
    return this;
  }

  /** Heartbeat interval of the channel and in the channel table; default 30. */
  public ClusterBuilder heartbeatSeconds(int seconds) {
    heartbeatSeconds = seconds;
    return this;
  }

  /** Longest message with its property header; default 100 MiB. */
  public ClusterBuilder maxMessageBytes(int bytes) {
    maxMessageBytes = bytes;
    return this;
  }

  /** What the channel does of the compression that clients ask for; default all of it. */
  public ClusterBuilder compression(Set<Compression> techniques) {
    compression = techniques;
    return this;
  }

  /** Users that are answered 2035. */
  public ClusterBuilder refuseUsers(Set<String> users) {
    refusedUsers = users;
    return this;
  }

  /** Which queues there are; default any. */
  public ClusterBuilder queues(QueueDefinitions definitions) {
    queues = definitions;
    return this;
  }

  /**
   * Enforces rights from the start, as of queue managers that crtmqm has made; default: from the
   * first MQSC command about rights or channels of clients.
   */
  public ClusterBuilder secure() {
    secure = true;
    return this;
  }

  /**
   * TLS on the channel with the key in a PKCS#12 file; default none.
   *
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  public ClusterBuilder tls(Path pkcs12, String password) {
    tls = ChannelKey.read(pkcs12, password);
    return this;
  }

  /** Where members keep persistent messages, so that they outlive the process; default nowhere. */
  public ClusterBuilder log(Path directory) {
    logDirectory = directory;
    return this;
  }

  /** Event loops over which members are spread; default one per processor. */
  public ClusterBuilder threads(int count) {
    threads = count;
    return this;
  }

  /**
   * Makes the cluster; no member is started yet.
   *
   * @throws IllegalArgumentException if a value makes no sense
   * @throws java.io.UncheckedIOException if no port is free
   */
  public SimulatedCluster build() {
    return new SimulatedCluster(
        new ClusterSpec(
            group,
            queueManagers,
            basePort,
            channelBasePort,
            messagesPerSecond,
            new ChannelSettings(
                channel,
                sharedConversations,
                synchronousGets,
                heartbeatSeconds,
                maxMessageBytes,
                compression,
                refusedUsers,
                byteOrder,
                tls),
            queues,
            secure,
            logDirectory,
            threads));
  }
}
