package dev.sluice.control.fleet.link;

import dev.sluice.control.fleet.codec.MessageCodec;
import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.protocol.FleetLink;
import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.FleetMessage.Presence;
import dev.sluice.control.fleet.protocol.FleetMessage.State;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.core.text.ForeignText;
import dev.sluice.core.time.BootId;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.Secret;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;

/**
 * A member's way to the others of its fleet: a connection to each hub that it knows, of which one
 * answers, unless there are two by mistake.
 *
 * <p>The protocol is one thread's at a time: its own, which tells it the time, or whichever brings
 * it a message. None waits for anything while it has it, so that who brings more than it takes
 * waits before, and what is too much is lost at the hub.
 */
public final class HubLink implements FleetLink, Closeable {

  /** A field, because a logger that nobody holds is forgotten together with its filter. */
  private static final Logger NOISE = Logger.getLogger("org.apache.activemq.artemis.core.client");

  /** Threads of a hub, of its connections and of a member; those of a load are others. */
  private static final Pattern OF_A_FLEET = Pattern.compile("fleet|client-factory");

  /** Of messages. Changes with every change that an older member would misunderstand. */
  private static final int PROTOCOL = 8;

  /** A hub closes a connection that is silent for that long: no lease of an agent is longer. */
  public static final long SILENT_MILLIS = 10_000;

  private static final String LOOPBACK = "127.0.0.1";
  private static final int CHECKS = 3;
  private static final int THREADS = 4;
  private static final int CLOSE_MILLIS = 100;
  private static final int GREETING_MILLIS = 1_000 * FleetSecret.HANDSHAKE_SECONDS;

  private final FleetSettings settings;
  private final MemberRole role;
  private final FleetSecret secret;
  private final String version;
  private final FleetAddresses addresses;
  private final CappedLog log;
  private final ScheduledThreadPoolExecutor protocol =
      new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("fleet-protocol", true));

  /** Fair, so that the time is told however much is said. */
  private final Lock turn = new ReentrantLock(true);

  private final Optional<EmbeddedHub> hub;
  private final List<HubConnection> connections = new CopyOnWriteArrayList<>();

  private final String clock = clockOfThisProcess();

  private volatile long movedNanos = System.nanoTime();
  private volatile long leaseNanos = Long.MAX_VALUE;

  // of who has the turn
  private Listener listener;
  private boolean held;
  private boolean split;
  private Set<String> view = Set.of();

  /**
   * A member that has not dialled yet.
   *
   * @param log gets lines for people: who is refused and why, what is not reached; capped
   * @throws ConfigurationException if the hub is to be here and its port is taken, with one line
   * @throws IOException if the hub is to be here and does not start, with one line
   */
  public HubLink(FleetSettings settings, MemberRole role, FleetSecret secret, Consumer<String> log)
      throws IOException {
    this.settings = settings;
    this.role = role;
    this.secret = secret;
    this.version = settings.version() + " (protocol " + PROTOCOL + ")";
    this.addresses = new FleetAddresses(settings.fleet());
    this.log = new CappedLog(log, System::nanoTime);
    this.hub =
        settings.hubs().isEmpty()
            ? Optional.of(new EmbeddedHub(addresses, secret, settings.port(), this.log::line))
            : Optional.empty();
  }

  /** Dials from now on, and tells the listener. */
  public void open(Listener told, FleetTiming timing) throws IOException {
    listener = told;
    leaseNanos = timing.leaseNanos();
    NOISE.setFilter(logged -> !OF_A_FLEET.matcher(Thread.currentThread().getName()).find());
    long silentMillis = Math.max(SILENT_MILLIS, TimeUnit.NANOSECONDS.toMillis(leaseNanos));
    Future<?> unused = // it ends with the thread
        protocol.scheduleWithFixedDelay(
            () -> turn(this::tick), 0, timing.tickNanos(), TimeUnit.NANOSECONDS);
    for (HubAddress each : hubs()) {
      connections.add(new HubConnection(this, each, locator(each, silentMillis)));
    }
  }

  /** Where this process dials. */
  public List<HubAddress> hubs() {
    return hub.map(own -> List.of(new HubAddress("", LOOPBACK, own.port())))
        .orElse(settings.hubs());
  }

  private ServerLocator locator(HubAddress hub, long silentMillis) throws IOException {
    ServerLocator made = hub.isOwn() ? ownHub(hub) : broker(hub);
    return made.setUseGlobalPools(false)
        .setUseTopologyForLoadBalancing(false) // it is this hub that is dialled, not its backup
        .setThreadPoolMaxSize(THREADS)
        .setScheduledThreadPoolMaxSize(1)
        .setFlowControlThreadPoolMaxSize(1)
        .setInitialConnectAttempts(1)
        .setReconnectAttempts(0)
        .setConnectionTTL(silentMillis)
        .setClientFailureCheckPeriod(silentMillis / CHECKS)
        .setOnMessageCloseTimeout(CLOSE_MILLIS)
        .setProducerWindowSize(-1)
        .setBlockOnNonDurableSend(false)
        .setBlockOnAcknowledge(false)
        .setMinLargeMessageSize(2 * MessageCodec.MAX_BYTES); // none
  }

  private ServerLocator ownHub(HubAddress hub) throws IOException {
    Map<String, Object> settings = secret.transport();
    settings.put(TransportConstants.HOST_PROP_NAME, hub.host());
    settings.put(TransportConstants.PORT_PROP_NAME, hub.port());
    settings.put(TransportConstants.USE_GLOBAL_WORKER_POOL_PROP_NAME, false);
    settings.put(TransportConstants.REMOTING_THREADS_PROPNAME, 1);
    return ActiveMQClient.createServerLocatorWithoutHA(
        new TransportConfiguration(NettyConnectorFactory.class.getName(), settings));
  }

  private static ServerLocator broker(HubAddress hub) {
    try {
      return ActiveMQClient.createServerLocator(hub.url());
    } catch (Exception e) {
      throw new ConfigurationException("'" + hub + "' is not the URL of an Artemis broker", e);
    }
  }

  private void tick() {
    long now = System.nanoTime();
    movedNanos = now;
    log.tick();
    listener.tick(now);
  }

  /** Runs a task of the listener's on its own thread, soon, unless that has ended. Any thread. */
  public void execute(Runnable task) {
    try {
      protocol.execute(() -> turn(task));
    } catch (RejectedExecutionException e) {
      // it is closed
    }
  }

  private void turn(Runnable task) {
    turn.lock();
    try {
      task.run();
    } catch (RuntimeException | Error e) { // the fleet goes on
      NanoClock.survived(e);
    } finally {
      turn.unlock();
    }
  }

  FleetAddresses addresses() {
    return addresses;
  }

  MemberRole role() {
    return role;
  }

  /** Who this process is at a hub. */
  Credentials user(HubAddress hub) {
    return hub.isOwn()
        ? new Credentials(role.user(), Secret.of(secret.password(role.user())))
        : settings.broker();
  }

  @Override
  public String clock() {
    return clock;
  }

  /** On Linux all processes of one kernel and one namespace of time read one monotonic clock. */
  private static String clockOfThisProcess() {
    try {
      String namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/time")).toString();
      return BootId.read().map(boot -> boot.strip() + " " + namespace).orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public String self() {
    return settings.member();
  }

  @Override
  public void send(String member, FleetMessage message) {
    if (!isConnected()) {
      return;
    }
    boolean newestCounts = message instanceof State || message instanceof Heartbeat;
    send(
        newestCounts ? message.getClass() : message,
        address(member, message),
        member,
        MessageCodec.encode(message));
  }

  private String address(String member, FleetMessage message) {
    return message instanceof State
        ? addresses.state(member)
        : message instanceof Presence
            ? addresses.seen()
            : member.equals(CONTROLLER) ? addresses.in() : addresses.to(member);
  }

  /**
   * @param kind of messages of which the newest to a member counts
   */
  private void send(Object kind, String address, String member, byte[] message) {
    Sealed sealed = Sealed.of(secret, address, member, self(), version, message);
    connections.forEach(each -> each.send(List.of(kind, member), sealed));
  }

  @Override
  public void release() {
    connections.forEach(HubConnection::redial);
    held = false;
  }

  @Override
  public void leave() {
    connections.forEach(HubConnection::leave);
    held = false;
  }

  /**
   * A hub is reached, and a controller has its lock; or it is lost; or an agent comes or goes.
   *
   * @param change to the queues of agents that listen there
   */
  void changed(HubConnection connection, Consumer<Set<String>> change) {
    execute(
        () -> {
          change.accept(connection.agents);
          settle();
        });
  }

  private void settle() {
    long now = System.nanoTime();
    boolean holds = role == MemberRole.CONTROLLER && isConnected();
    if (held != holds) {
      held = holds;
      listener.lock(now, held);
    }
    long answering = connections.stream().filter(HubConnection::answers).count();
    if (split ? answering == 1 : answering > 1) { // one that answers nothing may still lead
      split = !split;
      listener.split(now, split);
    }
    Set<String> there = new TreeSet<>();
    connections.forEach(
        each -> each.agents.forEach(queue -> there.add(FleetAddresses.member(queue))));
    if (!there.equals(view)) {
      view = there;
      listener.view(now, Set.copyOf(view));
    }
  }

  /** Whether the protocol has stood still for a lease, so that another one may lead. */
  boolean standsStill() {
    return role == MemberRole.CONTROLLER && System.nanoTime() - movedNanos > leaseNanos;
  }

  /** A message has come. Returns when the protocol has taken it. */
  void received(Sealed message) {
    String from = ForeignText.name(message.from());
    if (!message.isGenuine(secret)) {
      log.line("ignored what " + from + " says: it is not signed with this fleet's secret");
    } else if (!message.version().equals(version)) {
      log.line(
          "refused %s: it is version %s, and this is version %s"
              .formatted(from, ForeignText.name(message.version()), version));
      if (message.message().length > 0) { // the other side is to say the same
        String there = role == MemberRole.AGENT ? addresses.seen() : addresses.to(message.from());
        send("", there, message.from(), new byte[0]);
      }
    } else if (message.message().length > 0 && isHere(message.to())) {
      try {
        FleetMessage said = MessageCodec.decode(message.message());
        turn(() -> tell(message.from(), said));
      } catch (MalformedMessage e) {
        log.line("a message of " + from + " is not understood: " + e.getMessage());
      }
    }
  }

  /** Another agent may have the same name, and all visitors listen at one address. */
  private boolean isHere(String member) {
    return member.equals(role == MemberRole.CONTROLLER ? CONTROLLER : self());
  }

  private void tell(String from, FleetMessage said) {
    if (!protocol.isShutdown()) {
      listener.received(System.nanoTime(), from, said);
    }
  }

  void say(String line) {
    log.line(line);
  }

  /**
   * Tries whether a hub of this fleet answers: the client of a broker does not say what is wrong.
   *
   * @throws ConfigurationException that says in one line why not
   */
  void greet(HubAddress hub) {
    String why;
    try (SSLSocket socket = (SSLSocket) secret.tls().getSocketFactory().createSocket()) {
      socket.connect(new InetSocketAddress(hub.host(), hub.port()), GREETING_MILLIS);
      socket.setSoTimeout(GREETING_MILLIS);
      socket.startHandshake();
      return;
    } catch (SSLHandshakeException e) {
      why =
          e.getCause() instanceof EOFException
              ? "no hub answers at " + hub + ": the connection was closed during the TLS handshake"
              : "refused by the hub at " + hub + ": its fleet secret is another one";
    } catch (SSLException e) {
      why = "the server at " + hub + " is not the hub of a fleet";
    } catch (IOException e) {
      why = "no hub answers at " + hub + ": " + CauseChain.firstLine(e);
    }
    throw new ConfigurationException(why);
  }

  /** Whether a hub is reached. */
  public boolean isConnected() {
    return connections.stream().anyMatch(HubConnection::isConnected);
  }

  /** The hubs that are not reached, and why, in single lines. */
  public List<String> unreached() {
    return connections.stream().map(HubConnection::problem).filter(why -> !why.isEmpty()).toList();
  }

  /** Leaves, after what has been sent; the listener is told nothing any more. */
  @Override
  public void close() {
    protocol.shutdown();
    try {
      protocol.awaitTermination(1, TimeUnit.SECONDS); // what it sends last
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    connections.forEach(HubConnection::close);
    protocol.shutdownNow();
    hub.ifPresent(EmbeddedHub::close);
  }
}
