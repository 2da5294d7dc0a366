package dev.sluice.control.fleet.link;

import dev.sluice.control.fleet.codec.MessageCodec;
import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.protocol.FleetLink;
import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.Secret;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The network of a fleet, over TCP: who is there, and messages from one member to another, which
 * may be lost.
 *
 * <p>Members call some of the others ({@link PeerDiscovery}) and, of all that they know, those that
 * they have something to send to, so that connections form a star round a controller. Each says to
 * those it is connected to whom it is connected to. Who is there is who is connected, to this
 * member or to one that it is connected to. A connection begins with the lines of {@link Admission}
 * and goes on as {@link Connection} says.
 *
 * <p>The thread of the connections is also that of the protocol: the listener is called there, in
 * the order in which things happen, and calls {@link #send} and {@link #probe} there. So a member
 * that is told more than it can work off reads no more, and those that send to it drop what waits.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection
public final class FleetChannel implements FleetLink, Closeable {

  private static final int BACKLOG = 1_024;
  private static final int CONNECT_MILLIS = 1_000;
  private static final int LINES_MILLIS = 5_000;
  private static final int PROBE_MILLIS = 1_000;
  private static final int TICK_MILLIS = 250;
  private static final int RESOLVE_MILLIS = 2_000;
  private static final int CLOSE_SECONDS = 2;

  /** How long a member without connections waits for its peers before it says that it is alone. */
  private static final long ALONE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** How long one with a connection waits for other peers before it says who is there. */
  private static final long OTHERS_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final int MAX_ADDRESSES = 10_000;

  private final FleetSettings settings;
  private final FleetSecret secret;
  private final Consumer<String> refused;
  private final Admission admission;
  private final PeerDiscovery discovery;
  private final CappedLog log;
  private final MultiThreadIoEventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("fleet-protocol", true), NioIoHandler.newFactory());
  private final ScheduledThreadPoolExecutor resolver =
      new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("fleet-names", true));
  private final Channel listening;

  // those below are used on the thread of the connections
  private Listener listener; // null until it is opened
  private final Map<String, Deque<Connection>> connections = new HashMap<>(); // the newest first
  private final Map<String, InetSocketAddress> addresses =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, InetSocketAddress> eldest) {
          return size() > MAX_ADDRESSES;
        }
      };
  private final StringBuilder news = new StringBuilder(); // lines that others do not have yet
  private boolean changed = true; // since the view was told
  private Set<String> view = Set.of(); // nothing is said as long as it is empty
  private long joinedNanos;
  private boolean alone = true; // so far
  private boolean closing;

  /**
   * A member that listens, and has not joined yet. Deriving keys from the secret takes some tenths
   * of a second.
   *
   * @param log gets lines for people: who was refused and why, how many strangers came; capped
   * @param refused gets why a member refuses this process, in one line, each time, until it has
   *     been in a group with others: later it is the other one that is new
   * @throws IOException if the port is taken, with one line
   * @throws dev.sluice.jms.provider.ConfigurationException if the secret is too short
   */
  public FleetChannel(
      FleetSettings wanted, Secret secret, Consumer<String> log, Consumer<String> refused)
      throws IOException {
    this(wanted, FleetSecret.of(secret), log, refused);
  }

  FleetChannel(
      FleetSettings wanted, FleetSecret secret, Consumer<String> log, Consumer<String> refused)
      throws IOException {
    this.secret = secret;
    this.refused = refused;
    this.log = new CappedLog(log, System::nanoTime);
    this.admission = new Admission(wanted, secret);
    this.listening = listening(wanted);
    this.settings = wanted.at(((InetSocketAddress) listening.localAddress()).getPort());
    this.discovery = new PeerDiscovery(settings, new Random(), System.nanoTime());
  }

  private Channel listening(FleetSettings wanted) throws IOException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.AUTO_READ, false) // until it joins
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, Connection.WAITING)
            .childHandler(
                new AdmittingListener(
                    admission,
                    (channel, member) -> new Connection(this, channel, member, null),
                    log))
            .bind(wanted.bind(), wanted.port())
            .awaitUninterruptibly();
    if (bound.isSuccess()) {
      return bound.channel();
    }
    if (wanted.orFreePort() && wanted.port() != 0) {
      return listening(wanted.at(0));
    }
    loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    throw new IOException(
        "cannot listen on %s:%d for fleet '%s': %s; --fleet-port and --bind choose another"
            .formatted(
                wanted.bind().getHostAddress(),
                wanted.port(),
                wanted.fleet(),
                bound.cause().getMessage()),
        bound.cause());
  }

  /**
   * Looks for the fleet from now on, lets others in, and tells the listener.
   *
   * @param tickNanos how often the listener is told the time
   */
  public void open(Listener told, long tickNanos) {
    execute(() -> listener = told);
    loop.scheduleWithFixedDelay(
        guarded(() -> told.tick(System.nanoTime())), 0, tickNanos, TimeUnit.NANOSECONDS);
    resolver.scheduleWithFixedDelay(
        guarded(discovery::resolve), 0, RESOLVE_MILLIS, TimeUnit.MILLISECONDS);
    resolver.execute(() -> execute(this::join)); // when it has resolved once
  }

  private void join() {
    joinedNanos = System.nanoTime();
    listening.config().setAutoRead(true);
    loop.scheduleWithFixedDelay(guarded(this::tick), 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Runs a task on the thread of the listener, soon, unless that has ended. Any thread. */
  public void execute(Runnable task) {
    if (!loop.isShuttingDown()) {
      loop.execute(guarded(task));
    }
  }

  private static Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException | Error e) { // the fleet goes on
        NanoClock.survived(e);
      }
    };
  }

  private void tick() {
    if (news.length() > 0) {
      connections.values().forEach(each -> each.peek().say(news.toString()));
      news.setLength(0);
    }
    if (changed) {
      settle();
    }
    if (!closing) {
      discovery
          .toCall(System.nanoTime(), connections.keySet(), view, addresses)
          .forEach(this::call);
    }
    log.tick();
  }

  /** Where it listens, which may be a free port that was found. */
  public int port() {
    return settings.port();
  }

  /** The peers that could not be reached when this member tried last, and why, in single lines. */
  public List<String> unreached() {
    return discovery.unreached();
  }

  @Override
  public String self() {
    return settings.member();
  }

  @Override
  public void send(String member, FleetMessage message) {
    if (connections.containsKey(member)) {
      connections.get(member).peek().send(() -> MessageCodec.encode(message));
    } else if (addresses.containsKey(member)) {
      call(addresses.get(member)); // what is lost until then is sent again
    }
  }

  @Override
  public void probe(String member) {
    InetSocketAddress at = addresses.get(member);
    if (at == null) { // nobody knows where it was
      execute(() -> listener.probed(System.nanoTime(), member, Evidence.SILENT));
    } else {
      probe(member, at)
          .thenAccept(
              evidence -> execute(() -> listener.probed(System.nanoTime(), member, evidence)));
    }
  }

  /**
   * Finds out by a connection attempt, within some seconds, whether a process is there. A host that
   * answers for the port with another process, or with none, shows that the member's process has
   * ended. A process that is suspended takes the connection and says nothing.
   */
  CompletableFuture<Evidence> probe(String member, InetSocketAddress at) {
    CompletableFuture<Evidence> found = new CompletableFuture<>();
    LineHandler greeting =
        new LineHandler(PROBE_MILLIS) {
          @Override
          void line(ChannelHandlerContext ctx, String line) {
            found.complete(
                Admission.greeter(line)
                    .map(name -> name.equals(member) ? Evidence.ANSWERED : Evidence.REFUSED)
                    .orElse(Evidence.SILENT));
            ctx.close();
          }

          @Override
          void failed(IOException why, boolean heard) {
            found.complete(why instanceof ConnectException ? Evidence.REFUSED : Evidence.SILENT);
          }
        };
    connect(at, greeting);
    return found;
  }

  private void connect(InetSocketAddress at, LineHandler handler) {
    new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, Connection.WAITING)
        .handler(handler)
        .connect(at)
        .addListener(handler::attempted);
  }

  private void call(InetSocketAddress at) {
    if (closing || !discovery.mayCall(System.nanoTime(), at)) {
      return;
    }
    discovery.calls(at);
    connect(at, new Call(at));
  }

  private void notReached(InetSocketAddress at, boolean refused, String why) {
    discovery.notReached(System.nanoTime(), at, refused, why);
  }

  /** The lines of a member that this one calls. */
  private final class Call extends LineHandler {

    private final InetSocketAddress at;
    private String member = ""; // until it has greeted

    Call(InetSocketAddress at) {
      super(LINES_MILLIS);
      this.at = at;
    }

    @Override
    void line(ChannelHandlerContext ctx, String line) throws IOException {
      if (member.isEmpty()) {
        String join =
            admission.join(line).orElseThrow(() -> new IOException("not a line of a fleet"));
        member = Admission.greeter(line).orElseThrow();
        if (member.equals(settings.member()) || connections.containsKey(member)) {
          discovery.reached(System.nanoTime(), at, member);
          succeed(ctx);
          ctx.channel().close();
        } else {
          say(ctx, join);
        }
      } else if (Admission.isWelcome(line)) {
        new Connection(FleetChannel.this, ctx.channel(), member, at);
        succeed(ctx);
      } else {
        String reason = Admission.refusal(line).orElse("it does not say why");
        succeed(ctx);
        ctx.channel().close();
        discovery.notReached(System.nanoTime(), at, false, "refuses this process: " + reason);
        refusedBy(member, at, reason);
      }
    }

    @Override
    void failed(IOException why, boolean heard) {
      boolean refuses = why instanceof ConnectException;
      String says =
          refuses
              ? "refuses connections: no agent listens there"
              : "does not answer like an agent: " + why.getMessage();
      notReached(at, refuses, why instanceof SocketTimeoutException ? "does not answer" : says);
    }
  }

  private void refusedBy(String member, InetSocketAddress at, String reason) {
    String line =
        "refused by %s at %s:%d: %s"
            .formatted(member, at.getAddress().getHostAddress(), at.getPort(), reason);
    log.line(line);
    tellView();
    if (alone) {
      refused.accept(line);
    }
  }

  SslContext tls(boolean asClient) {
    return secret.tls(asClient);
  }

  /** The lines with which this process begins a connection. */
  String introduction() {
    StringBuilder lines = new StringBuilder();
    lines.append(
        Connection.there(
            settings.member(), new InetSocketAddress(settings.bind(), settings.port())));
    connections.keySet().forEach(name -> lines.append(Connection.there(name, addresses.get(name))));
    return lines.toString();
  }

  /** A member has said where it listens. Two that call each other have two connections. */
  void introduced(Connection connection, InetSocketAddress listensOn) {
    String member = connection.member;
    addresses.remove(member); // the newest last
    addresses.put(member, listensOn);
    if (connection.called != null) {
      discovery.reached(System.nanoTime(), connection.called, member);
    }
    connections.computeIfAbsent(member, name -> new ArrayDeque<>()).push(connection);
    if (connections.get(member).size() == 1) {
      news.append(Connection.there(member, listensOn));
    }
  }

  /** A member has said to whom it is connected. */
  void othersChanged(Map<String, InetSocketAddress> others) {
    others.remove(settings.member());
    others.forEach(addresses::putIfAbsent);
    changed = true;
  }

  void received(String member, byte[] bytes) {
    try {
      FleetMessage message = MessageCodec.decode(bytes);
      guarded(() -> listener.received(System.nanoTime(), member, message)).run();
    } catch (MalformedMessage e) {
      log.line("a message of " + member + " is not understood: " + e.getMessage());
    }
  }

  /**
   * A connection is closed.
   *
   * @param introduced whether the member has ever said where it listens
   */
  void closed(Connection connection, boolean introduced) {
    String member = connection.member;
    if (!introduced && connection.called != null) {
      String why = "does not answer like an agent: it does not say its name";
      notReached(connection.called, false, why);
    }
    Deque<Connection> left = connections.getOrDefault(member, new ArrayDeque<>());
    if (!left.remove(connection) || !left.isEmpty()) {
      return;
    }
    connections.remove(member);
    if (!closing) {
      news.append(Connection.gone(member));
      changed = true;
      probe(member);
      call(addresses.get(member));
    }
  }

  /** Says who is there; for the first time when those have answered who do. */
  private void settle() {
    long waitedNanos = System.nanoTime() - joinedNanos;
    boolean enough =
        connections.isEmpty()
            ? waitedNanos >= ALONE_NANOS || (discovery.isFirst() && !discovery.isCalling())
            : waitedNanos >= OTHERS_NANOS || !discovery.isCalling();
    if (enough || !view.isEmpty()) {
      changed = false;
      tellView();
    }
  }

  private void tellView() {
    Set<String> now = new TreeSet<>(connections.keySet());
    now.add(settings.member());
    connections.values().forEach(each -> now.addAll(each.peek().others.keySet()));
    if (!closing && !now.equals(view)) {
      view = now;
      alone &= now.size() < 2;
      guarded(() -> listener.view(System.nanoTime(), Set.copyOf(now))).run();
    }
  }

  /** Leaves, after what has been sent; the listener is told nothing any more. */
  @Override
  public void close() {
    resolver.shutdownNow();
    execute(
        () -> {
          closing = true;
          listening.close();
          List.copyOf(connections.values())
              .forEach(each -> List.copyOf(each).forEach(Connection::close));
        });
    loop.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
