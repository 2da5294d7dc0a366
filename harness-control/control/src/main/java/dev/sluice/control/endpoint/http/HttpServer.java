package dev.sluice.control.endpoint.http;

import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.access.AddressLimits;
import dev.sluice.control.endpoint.access.ConnectionLimit;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.access.TcpListener;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContentCompressor;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.flow.FlowControlHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.regex.Pattern;
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

  private final PortSettings settings;
  final List<HttpRoute> routes;
  final ExecutorService executor;
  final AddressLimits limits;
  final HttpAccess access;
  final ConnectionLimit<Channel> connections =
      new ConnectionLimit<>(MAX_CONNECTIONS, each -> !each.isWritable());
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
    this(settings, routes, limits, TcpListener.threads("http-answer", MAX_ANSWERING));
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
    this.access = new HttpAccess(settings, limits);
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
            this::open);
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
    limits.close();
  }

  /** All paths, for a person. */
  String paths() {
    return routes.stream().map(HttpRoute::path).distinct().collect(Collectors.joining(", "));
  }

  /** Puts requests together, and says what is wrong with those that it refuses. */
  private static final class WholeRequests extends HttpObjectAggregator {

    WholeRequests() {
      super(MAX_REQUEST_BYTES);
    }

    private static FullHttpResponse refusal(HttpResponseStatus status) {
      String detail =
          status.equals(HttpResponseStatus.EXPECTATION_FAILED)
              ? "the only expectation that is met is 100-continue"
              : "a request has at most " + MAX_REQUEST_BYTES + " bytes";
      FullHttpResponse refusal = HttpSession.response(HttpReply.problem(status.code(), detail));
      HttpUtil.setKeepAlive(refusal, false);
      return refusal;
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage oversized) {
      ctx.writeAndFlush(refusal(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE))
          .addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    protected Object newContinueResponse(HttpMessage start, int most, ChannelPipeline pipeline) {
      return super.newContinueResponse(start, most, pipeline) instanceof FullHttpResponse usual
              && usual.status().code() >= HttpResponseStatus.BAD_REQUEST.code()
          ? refusal(usual.status())
          : super.newContinueResponse(start, most, pipeline);
    }

    @Override
    protected boolean closeAfterContinueResponse(Object refusal) {
      return ignoreContentAfterContinueResponse(refusal);
    }
  }

  private void open(SocketChannel connection) {
    connection
        .pipeline()
        .addLast(new HttpServerCodec())
        .addLast(new HttpContentCompressor()) // for those who accept it
        .addLast(new WholeRequests())
        .addLast(new FlowControlHandler())
        .addLast(new HttpSession(this));
  }

  /**
   * Who may ask for what: by token, and, because browsers carry out what other sites tell them, by
   * origin and by the name that the server was asked by. For one thread.
   */
  record HttpAccess(PortSettings settings, AddressLimits limits) {

    private static final String BEARER = "Bearer ";

    /** By which browsers say from where a request comes, also where they do not send an origin. */
    private static final String SENT_BY = "sec-fetch-site";

    private static final Set<String> OF_OWN_PAGE = Set.of("same-origin", "none");

    /** A name that no other site can have lead here: an address, or this host. */
    private static final Pattern OWN_NAME =
        Pattern.compile("(?:localhost|[0-9.]+|\\[[0-9A-Fa-f:.]+])(?::\\d{1,5})?");

    /** The role of a client, or the answer that refuses it. */
    record Decision(Role role, Optional<HttpReply> refusal) {

      private static Decision refused(HttpReply reply) {
        return new Decision(Role.ANYBODY, Optional.of(reply));
      }
    }

    /** How addresses of the server begin. */
    String scheme() {
      return settings.tls().isPresent() ? "https" : "http";
    }

    /**
     * Whether a request is answered.
     *
     * @param needed the role that its path asks for
     */
    Decision decide(Role needed, HttpRequest request, InetAddress from) {
      HttpHeaders headers = request.headers();
      if (headers.getAll(HttpHeaderNames.HOST).size() > 1
          || headers.getAll(HttpHeaderNames.ORIGIN).size() > 1) {
        return Decision.refused(HttpReply.problem(400, "more than one Host or Origin"));
      }
      if (needed == Role.ANYBODY) {
        return new Decision(Role.ANYBODY, Optional.empty());
      }
      String host = headers.get(HttpHeaderNames.HOST, "");
      String origin = headers.get(HttpHeaderNames.ORIGIN);
      boolean another = origin != null && !origin.equalsIgnoreCase(scheme() + "://" + host);
      if (another || !OF_OWN_PAGE.containsAll(headers.getAll(SENT_BY))) {
        return Decision.refused(HttpReply.problem(403, "a page of another origin may not ask"));
      }
      if (!settings.tokens().needed()) {
        return OWN_NAME.matcher(host).matches()
            ? new Decision(Role.CONTROL, Optional.empty())
            : Decision.refused(
                HttpReply.problem(403, "without a token, ask for localhost or an address"));
      }
      return byToken(needed, headers.get(HttpHeaderNames.AUTHORIZATION, ""), from);
    }

    private Decision byToken(Role needed, String authorization, InetAddress from) {
      Duration wait = limits.waitOf(from);
      if (!wait.isZero()) {
        long seconds = wait.plusSeconds(1).minusNanos(1).toSeconds();
        return Decision.refused(
            HttpReply.problem(429, "too many wrong tokens from this address")
                .with(HttpHeaderNames.RETRY_AFTER.toString(), Long.toString(seconds)));
      }
      if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
        return Decision.refused(unauthorized("show a token: Authorization: Bearer TOKEN"));
      }
      Role role = settings.tokens().roleOf(authorization.substring(BEARER.length()).strip());
      if (role == Role.ANYBODY) {
        limits.failed(from, "the HTTP port");
        return Decision.refused(unauthorized("this is not the token"));
      }
      limits.succeeded(from);
      return role.compareTo(needed) >= 0
          ? new Decision(role, Optional.empty())
          : Decision.refused(
              HttpReply.problem(403, "this token is for watching, and not for commands"));
    }

    private static HttpReply unauthorized(String detail) {
      return HttpReply.problem(401, detail)
          .with(HttpHeaderNames.WWW_AUTHENTICATE.toString(), "Bearer realm=\"sluice\"");
    }
  }
}
