package dev.sluice.mqsim.embedded;

import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import dev.sluice.mqsim.queue.Reason;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A simulated queue manager that starts inside a test, with the names and defaults of the developer
 * image of IBM MQ: queue manager QM1, channel DEV.APP.SVRCONN, queues DEV.QUEUE.1 to 3 and
 * DEV.DEAD.LETTER.QUEUE, user {@code app}. Both clients connect to it, that of Jakarta Messaging
 * and the classic one; the wire is the same.
 *
 * <pre>{@code
 * try (EmbeddedQueueManager mq = EmbeddedQueueManager.start()) {
 *   ConnectionFactory factory = mq.connectionFactory(MQConnectionFactory.class);
 *   ...
 *   mq.cutConnections();
 * }
 * }</pre>
 *
 * <p>It is not IBM MQ and protects nothing: any password is right, and nothing outlives the
 * process. Any thread.
 */
public final class EmbeddedQueueManager implements AutoCloseable {

  private static final String DEFAULT_NAME = "QM1";
  private static final String CHANNEL = "DEV.APP.SVRCONN";
  private static final String ADMIN_CHANNEL = "DEV.ADMIN.SVRCONN";
  private static final String APP_USER = "app";
  private static final String APP_PASSWORD = "passw0rd";
  private static final String HOST = "127.0.0.1";

  /** MAXDEPTH of a queue, MAXMSGL of a queue or channel that is defined without them. */
  private static final int USUAL_DEPTH = 5_000;

  private static final int USUAL_MESSAGE_BYTES = 4 << 20;

  /** HBINT of a channel that is defined without it. */
  private static final int USUAL_HEARTBEAT_SECONDS = 300;

  private static final int CLIENT_TRANSPORT = 1;

  private final String name;
  private final SimulatedCluster cluster;

  private EmbeddedQueueManager(String name, SimulatedCluster cluster) {
    this.name = name;
    this.cluster = cluster;
  }

  /** Starts one with all defaults, at a port that was free. */
  public static EmbeddedQueueManager start() {
    return named(DEFAULT_NAME).start();
  }

  /** Begins the description of one of another name. */
  public static Setup named(String queueManager) {
    return new Setup(queueManager);
  }

  /** A queue manager that is not started yet; not for several threads. */
  public static final class Setup {

    private final String name;
    private final Map<String, QueueDefinition> queues = new LinkedHashMap<>();
    private int port;

    private Setup(String name) {
      this.name = name;
      queues("DEV.QUEUE.1", "DEV.QUEUE.2", "DEV.QUEUE.3", "DEV.DEAD.LETTER.QUEUE");
    }

    /** More queues, beside those of the developer image. */
    public Setup queues(String... names) {
      Arrays.stream(names).forEach(each -> queue(each, USUAL_DEPTH));
      return this;
    }

    /**
     * A queue that holds so many messages.
     *
     * @param maxDepth after which puts fail with 2053
     */
    public Setup queue(String queue, int maxDepth) {
      queues.put(queue, new QueueDefinition(maxDepth, USUAL_MESSAGE_BYTES, 0, ""));
      return this;
    }

    /** Messages that were backed out so often are moved to another queue by the client. */
    public Setup backout(String queue, int threshold, String to) {
      queue(to, USUAL_DEPTH);
      queues.put(queue, new QueueDefinition(USUAL_DEPTH, USUAL_MESSAGE_BYTES, threshold, to));
      return this;
    }

    /** A fixed port of the loopback interface. */
    public Setup port(int number) {
      port = number;
      return this;
    }

    /**
     * Starts it.
     *
     * @throws java.io.UncheckedIOException if the port is taken
     */
    public EmbeddedQueueManager start() {
      SimulatedCluster cluster =
          SimulatedCluster.builder()
              .queueManagers(name)
              .channel(CHANNEL)
              .basePort(port)
              .sharedConversations(10)
              .heartbeatSeconds(USUAL_HEARTBEAT_SECONDS)
              .maxMessageBytes(USUAL_MESSAGE_BYTES)
              .threads(1)
              .queues(new QueueDefinitions(QueueDefinition.DEFAULT, true, queues))
              .build();
      try {
        cluster.clientChannel(name, ADMIN_CHANNEL);
        cluster.start(name);
        return new EmbeddedQueueManager(name, cluster);
      } catch (RuntimeException e) {
        cluster.close();
        throw e;
      }
    }
  }

  /** The host that applications connect to. */
  public String getHost() {
    return HOST;
  }

  /** The port that applications connect to; stays the same over {@link #stop} and restart. */
  public int getPort() {
    return cluster.port(name);
  }

  /** As in a connection name list: {@code 127.0.0.1(1414)}. */
  public String getConnectionName() {
    return HOST + "(" + getPort() + ")";
  }

  /** The queue manager's name. */
  public String getQueueManager() {
    return name;
  }

  /** The channel of applications. */
  public String getChannel() {
    return CHANNEL;
  }

  /** The user of applications. */
  public String getAppUser() {
    return APP_USER;
  }

  /** That user's password. */
  public String getAppPassword() {
    return APP_PASSWORD;
  }

  /**
   * A connection factory of IBM's client that leads here: {@code
   * com.ibm.mq.jakarta.jms.MQConnectionFactory}, {@code com.ibm.mq.jms.MQConnectionFactory} or a
   * subclass.
   *
   * @throws IllegalArgumentException if the class is none of these
   */
  public <F> F connectionFactory(Class<F> type) {
    try {
      F factory = type.getConstructor().newInstance();
      set(factory, "setHostName", String.class, HOST);
      set(factory, "setPort", int.class, getPort());
      set(factory, "setQueueManager", String.class, name);
      set(factory, "setChannel", String.class, CHANNEL);
      set(factory, "setTransportType", int.class, CLIENT_TRANSPORT);
      return factory;
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          type.getName() + " refused its settings: " + e.getCause().getMessage(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          type.getName() + " is not a connection factory of IBM's client", e);
    }
  }

  private static void set(Object factory, String setter, Class<?> type, Object value)
      throws ReflectiveOperationException {
    factory.getClass().getMethod(setter, type).invoke(factory, value);
  }

  /** Resets all connections, as a network does that breaks; new ones are accepted at once. */
  public void cutConnections() {
    cluster.resetConnections(name);
  }

  /**
   * Ends it; what is on queues stays for {@link #restart}.
   *
   * @param reconnect whether clients are told to try again, rather than not to
   */
  public void stop(boolean reconnect) {
    if (reconnect) {
      cluster.stopWithReconnect(name);
    } else {
      cluster.stop(name);
    }
  }

  /** Starts it again, at the same port. */
  public void restart() {
    cluster.start(name);
  }

  /**
   * Asks connected applications that may reconnect to go to another queue manager, as a uniform
   * cluster does that balances. They find it by their channel table or connection name list.
   */
  public void moveTo(EmbeddedQueueManager other) {
    cluster.moveAll(name, other.cluster, other.name);
  }

  /** From now on, answers take so much longer, as over a network of that latency; zero ends it. */
  public void delay(Duration byThis) {
    cluster.delay(name, byThis);
  }

  /** Puts messages on a queue until it is full. Returns how many. */
  public int fill(String queue) {
    return cluster.fill(name, queue);
  }

  /**
   * Puts to a queue fail from now on, until {@link #heal}.
   *
   * @param reason one of the reason codes that the simulator knows, such as 2053
   * @throws IllegalArgumentException if it is none of them
   */
  public void fail(String queue, int reason) {
    Reason found =
        Arrays.stream(Reason.values())
            .filter(each -> each.code() == reason && each != Reason.NONE)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        reason
                            + " is not among the reasons it can answer with: "
                            + Arrays.stream(Reason.values())
                                .map(each -> String.valueOf(each.code()))
                                .collect(Collectors.joining(", "))));
    cluster.failPuts(name, queue, found);
  }

  /** Puts to a queue work again. */
  public void heal(String queue) {
    cluster.failPuts(name, queue, Reason.NONE);
  }

  /** The messages on a queue that could be got now, the next one first; they stay there. */
  public List<QueuedMessage> messages(String queue) {
    return cluster.browse(name, queue, QueuedMessage::of);
  }

  /** How many messages are on a queue, uncommitted ones included. */
  public int depth(String queue) {
    return cluster.status(name).depths().getOrDefault(queue, 0);
  }

  /** Removes all messages that could be got from a queue. Returns how many. */
  public int clear(String queue) {
    return cluster.clear(name, queue);
  }

  /** How many applications are connected: JMS connections, not their sessions. */
  public int connections() {
    return cluster.status(name).instances();
  }

  /**
   * Runs MQSC commands, such as {@code DEFINE QLOCAL(ORDERS) MAXDEPTH(10)}.
   *
   * @throws IllegalArgumentException if one is not known
   */
  public List<String> mqsc(String commands) {
    return cluster.mqsc(name, commands);
  }

  /** Resets all connections and frees the port. */
  @Override
  public void close() {
    cluster.close();
  }

  @Override
  public String toString() {
    return name + " at " + getConnectionName();
  }
}
