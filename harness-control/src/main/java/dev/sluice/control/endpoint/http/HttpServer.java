package dev.sluice.control.endpoint.http;

import dev.sluice.control.endpoint.access.AddressLimits;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.access.RequestBudget;
import dev.sluice.control.endpoint.access.TcpListener;
import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of routes, for people and programs that look at runs. What clients send can end neither
 * the run nor the server: there are limits to connections, to the size of a request, to the time it
 * takes, and to requests per second.
 *
 * <p>{@link #start} and {@link #close} are called once each, by the same thread. There is one
 * thread for all connections and one for each answer that is being made.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel, no more is to do
public final class HttpServer implements AutoCloseable {

  /** How long a connection may be silent, and how long a request may take to arrive. */
  static final long IDLE_SECONDS = 120;

  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
  private static final int MAX_CONNECTIONS = 128;
  private static final int MAX_REQUEST_BYTES = 8_192;
  private static final int MAX_ANSWERING = 64;
  private static final long THREAD_KEPT_SECONDS = 10;

  private final PortSettings settings;
  private final List<HttpRoute> routes;
  private final ExecutorService executor;
  private final AddressLimits limits;
  private final HttpAccess access;
  private final Set<Channel> open = new LinkedHashSet<>(); // of the event loop
  private final Set<Channel> waiting = new LinkedHashSet<>(); // of it; the longest first
  private TcpListener listener; // null until started

  /**
   * @param routes what there is; of several at one path, the first
   */
  public HttpServer(PortSettings settings, List<HttpRoute> routes) {
    this(settings, routes, AddressLimits.usual());
  }

  /**
   * The same for one of several ports.
   *
   * @param limits those of the process
   */
  public HttpServer(PortSettings settings, List<HttpRoute> routes, AddressLimits limits) {
    this(
        settings,
        routes,
        limits,
        new ThreadPoolExecutor(
            0,
            MAX_ANSWERING,
            THREAD_KEPT_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new DefaultThreadFactory("http-answer", true)));
  }

  /**
   * The same.
   *
   * @param executor makes the answers; is shut down with the server
   */
  HttpServer(
      PortSettings settings,
      List<HttpRoute> routes,
      AddressLimits limits,
      ExecutorService executor) {
    this.settings = settings;
    this.routes = List.copyOf(routes);
    this.limits = limits;
    this.access = new HttpAccess(settings, limits.guesses());
    this.executor = executor;
  }

  /**
   * Serves from now on.
   *
   * @return where, with the port that was chosen if any would do
   * @throws IOException if the port cannot be had, with one line that says why
   */
  public InetSocketAddress start() throws IOException {
    settings.warning().ifPresent(why -> LOG.warn("HTTP port: {}", why));
    listener =
        TcpListener.listen(
            "http",
            new InetSocketAddress(settings.bind(), settings.port()),
            settings.tls(),
            2 * MAX_CONNECTIONS,
            this::open,
            SocketChannel::close);
    return listener.address();
  }

  /** Where a browser finds a path; after {@link #start}. */
  public String url(String path) {
    InetSocketAddress address = listener.address();
    String host = settings.bind().getHostAddress(); // as it was given
    return access.scheme()
        + "://"
        + (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + address.getPort()
        + path;
  }

  @Override
  public void close() {
    if (listener != null) {
      listener.close();
    }
    executor.shutdownNow();
    limits.guesses().close();
  }

  List<HttpRoute> routes() {
    return routes;
  }

  /** All paths, for a person. */
  String paths() {
    return routes.stream().map(HttpRoute::path).distinct().collect(Collectors.joining(", "));
  }

  ExecutorService executor() {
    return executor;
  }

  HttpAccess access() {
    return access;
  }

  RequestBudget budget() {
    return limits.requests();
  }

  /**
   * A connection has come and waits. Of too many, the one that has asked for nothing for the
   * longest time goes, so that nobody is locked out.
   */
  void came(Channel connection) {
    open.add(connection);
    if (open.size() > MAX_CONNECTIONS) {
      Channel longest = waiting.iterator().next();
      gone(longest); // closing tells of it later
      longest.close();
    }
  }

  /** A connection waits for a request. */
  void waits(Channel connection) {
    waiting.add(connection);
  }

  /** A connection has a request under way. */
  void works(Channel connection) {
    waiting.remove(connection);
  }

  void gone(Channel connection) {
    open.remove(connection);
    waiting.remove(connection);
  }

  private void open(SocketChannel connection) {
    connection
        .pipeline()
        .addLast(new HttpServerCodec())
        .addLast(new HttpObjectAggregator(MAX_REQUEST_BYTES))
        .addLast(new FlowControlHandler())
        .addLast(new HttpSession(this));
  }
}
