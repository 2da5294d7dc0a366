package dev.sluice.control.fleet.link;

import dev.sluice.control.fleet.protocol.FleetLink.Evidence;
import dev.sluice.core.time.NanoClock;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
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
 * A member of a fleet: who is there, and bytes from one member to another, which may be lost.
 *
 * <p>Members call some of the others ({@link PeerDiscovery}) and, of all that they know, those that
 * they have something to send to, so that connections form a star round a controller. Each says to
 * those it is connected to whom it is connected to. Who is there is who is connected, to this
 * member or to one that it is connected to. A connection begins with the lines of {@link Admission}
 * and goes on as {@link Connection} says.
 *
 * <p>All methods may be called on any thread and wait for nothing. The listener is called on one
 * thread, that of the connections.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection
final class FleetChannel implements Closeable {

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

  /** Who is told what happens. */
  interface Listener {

    void received(String from, byte[] content);

    /** Who is there now, with this process. */
    void view(Set<String> members);

    void probed(String member, Evidence evidence);

    /** A member refuses this process, and why, in one line. */
    void refused(String reason);
  }

  private final FleetSettings settings;
  private final FleetSecret secret;
  private final Listener listener;
  private final Admission admission;
  private final PeerDiscovery discovery;
  private final CappedLog log;
  private final CappedLog.Strangers strangers;
  private final MultiThreadIoEventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("fleet-link", true), NioIoHandler.newFactory());
  private final ScheduledThreadPoolExecutor resolver =
      new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("fleet-names", true));
  private final Channel listening;

  // those below are used on the thread of the connections
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
  private boolean closing;

  /**
   * A member that has its port, and has not joined yet.
   *
   * @param log gets a line now and then: who was refused, how many strangers came
   * @throws IOException if the port is taken
   */
  FleetChannel(FleetSettings wanted, FleetSecret secret, Consumer<String> log, Listener listener)
      throws IOException {
    this.secret = secret;
    this.listener = listener;
    this.log = new CappedLog(log, System::nanoTime);
    this.strangers = new CappedLog.Strangers(log, System::nanoTime);
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
            .childHandler(new Callers())
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

  /** Looks for others from now on, and lets them in. */
  void join() {
    resolver.scheduleWithFixedDelay(
        guarded(discovery::resolve), 0, RESOLVE_MILLIS, TimeUnit.MILLISECONDS);
    resolver.execute(() -> onLoop(this::start)); // when it has resolved once
  }

  private void start() {
    joinedNanos = System.nanoTime();
    listening.config().setAutoRead(true);
    loop.scheduleWithFixedDelay(guarded(this::tick), 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Does something on the thread of the connections, unless it has ended. */
  private void onLoop(Runnable task) {
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
    if (news.length() > 0 && !closing) { // those that are closed are still there
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
    strangers.tick();
  }

  /** Where it listens. */
  int port() {
    return settings.port();
  }

  /** The peers that could not be reached when this member tried last, and why, in single lines. */
  List<String> unreached() {
    return discovery.unreached();
  }

  /** Sends if it can; nothing is said if it cannot. */
  void send(String member, byte[] content) {
    onLoop(
        () -> {
          if (connections.containsKey(member)) {
            connections.get(member).peek().send(content);
          } else if (addresses.containsKey(member)) {
            call(addresses.get(member)); // what is lost until then is sent again
          }
        });
  }

  /** Asks whether a process is there; the listener is told. */
  void probe(String member) {
    onLoop(
        () -> {
          InetSocketAddress at = addresses.get(member);
          if (at == null) {
            listener.probed(member, Evidence.SILENT); // nobody knows where it was
          } else {
            probe(member, at).thenAccept(evidence -> listener.probed(member, evidence));
          }
        });
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
          void failed(ChannelHandlerContext ctx, IOException why, boolean heard) {
            found.complete(Evidence.SILENT);
          }
        };
    connect(at, greeting)
        .addListener(
            (ChannelFutureListener)
                done -> {
                  if (!done.isSuccess()) {
                    found.complete(refused(done.cause()) ? Evidence.REFUSED : Evidence.SILENT);
                  }
                });
    return found;
  }

  /** Whether a host answers that nobody listens there, long before the system would give up. */
  private static boolean refused(Throwable cause) {
    return cause instanceof ConnectException && !(cause instanceof ConnectTimeoutException);
  }

  private ChannelFuture connect(InetSocketAddress at, LineHandler handler) {
    return new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, Connection.WAITING)
        .handler(handler)
        .connect(at);
  }

  private void call(InetSocketAddress at) {
    if (closing || !discovery.mayCall(System.nanoTime(), at)) {
      return;
    }
    discovery.calls(at);
    connect(at, new Call(at))
        .addListener(
            (ChannelFutureListener)
                done -> {
                  if (!done.isSuccess() && refused(done.cause())) {
                    notReached(at, true, "refuses connections: no agent listens there");
                  } else if (!done.isSuccess()) {
                    notReached(at, false, "does not answer");
                  }
                });
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
        new Link(ctx.channel(), member, at);
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
    void failed(ChannelHandlerContext ctx, IOException why, boolean heard) {
      notReached(
          at,
          false,
          why instanceof SocketTimeoutException
              ? "does not answer"
              : "does not answer like an agent: " + why.getMessage());
    }
  }

  private void refusedBy(String member, InetSocketAddress at, String reason) {
    String line =
        "refused by %s at %s:%d: %s"
            .formatted(member, at.getAddress().getHostAddress(), at.getPort(), reason);
    log.line(line);
    tellView();
    listener.refused(line);
  }

  /** Those who call this member. */
  private final class Callers extends AdmittingListener {

    Callers() {
      super(admission);
    }

    @Override
    void admitted(Channel channel, String member) {
      new Link(channel, member, null);
    }

    @Override
    void refuses(InetSocketAddress caller, String reason) {
      log.line("refused a process of " + caller.getAddress().getHostAddress() + ": " + reason);
    }

    @Override
    void stranger(InetSocketAddress caller) {
      strangers.add(caller);
    }
  }

  /** A connection, and what becomes of it. Two members that call each other have two. */
  private final class Link extends Connection {

    private final InetSocketAddress called; // null if the member has called this one

    Link(Channel channel, String member, InetSocketAddress called) {
      super(channel, secret, member, called != null);
      this.called = called;
    }

    @Override
    String introduction() {
      StringBuilder lines = new StringBuilder();
      lines.append(
          there(settings.member(), new InetSocketAddress(settings.bind(), settings.port())));
      connections.keySet().forEach(name -> lines.append(there(name, addresses.get(name))));
      return lines.toString();
    }

    @Override
    void introduced(InetSocketAddress listensOn) {
      addresses.remove(member); // the newest last
      addresses.put(member, listensOn);
      if (called != null) {
        discovery.reached(System.nanoTime(), called, member);
      }
      connections.computeIfAbsent(member, name -> new ArrayDeque<>()).push(this);
      if (connections.get(member).size() == 1) {
        news.append(there(member, listensOn));
      }
    }

    @Override
    void othersChanged() {
      others.remove(settings.member());
      others.forEach(addresses::putIfAbsent);
      changed = true;
    }

    @Override
    void received(byte[] message) {
      listener.received(member, message);
    }

    @Override
    void closed(boolean introduced) {
      if (!introduced && called != null) {
        notReached(called, false, "does not answer like an agent: it does not say its name");
      }
      Deque<Connection> left = connections.getOrDefault(member, new ArrayDeque<>());
      if (left.remove(this) && left.isEmpty() && !closing) {
        connections.remove(member);
        news.append(gone(member));
        changed = true;
        probe(member);
        call(addresses.get(member));
      }
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
      listener.view(Set.copyOf(now));
    }
  }

  /** Has a line told, capped. */
  void log(String line) {
    log.line(line);
  }

  /** Leaves, after what has been sent. */
  @Override
  public void close() {
    resolver.shutdownNow();
    onLoop(
        () -> {
          closing = true;
          listening.close();
          connections.values().forEach(each -> List.copyOf(each).forEach(Connection::close));
        });
    loop.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
