package dev.sluice.control.endpoint.http;

import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.access.Caller;
import dev.sluice.control.endpoint.http.HttpCall.BadRequestException;
import dev.sluice.control.endpoint.http.HttpServer.HttpAccess;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One HTTP connection, with one request in flight: it reads the next when the last answer has left.
 * Another thread makes the answers; everything else happens on the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel
final class HttpSession extends SimpleChannelInboundHandler<FullHttpRequest> {

  private static final Logger LOG = LoggerFactory.getLogger(HttpSession.class);
  private static final long BEAT_SECONDS = 15;
  private static final Pattern ABSOLUTE = Pattern.compile("(?i)https?://([^/?#]*)(.*)");

  private final HttpServer server;
  private boolean answering;
  private boolean streaming;
  private boolean inputEnded;
  private ScheduledFuture<?> deadline; // null until connected

  HttpSession(HttpServer server) {
    this.server = server;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    server
        .connections
        .came(ctx.channel(), Caller.addressOf(ctx.channel()))
        .ifPresent(Channel::close);
    await(ctx);
    ctx.read();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    server.connections.gone(ctx.channel());
    if (deadline != null) {
      deadline.cancel(false);
    }
    ctx.fireChannelInactive();
  }

  /** A whole request has to come in time, however slowly its parts do. */
  private void await(ChannelHandlerContext ctx) {
    server.connections.waits(ctx.channel());
    if (deadline != null) {
      deadline.cancel(false);
    }
    deadline =
        ctx.executor().schedule(() -> ctx.close(), HttpServer.IDLE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
    if (streaming) { // its answer does not end
      ctx.close();
      return;
    }
    answering = true;
    server.connections.works(ctx.channel());
    boolean head = request.method().equals(HttpMethod.HEAD);
    if (!request.decoderResult().isSuccess()) {
      answer(ctx, head, false, HttpReply.problem(400, "not an HTTP request"));
      return;
    }
    boolean keepAlive = HttpUtil.isKeepAlive(request);
    QueryStringDecoder uri = new QueryStringDecoder(originForm(request));
    String path;
    Map<String, String> query = new LinkedHashMap<>();
    try {
      path = uri.path();
      uri.parameters().forEach((name, values) -> query.put(name, values.get(0)));
    } catch (IllegalArgumentException e) { // a wrong escape
      answer(ctx, head, keepAlive, HttpReply.problem(400, "not a valid path"));
      return;
    }
    InetAddress from = Caller.addressOf(ctx.channel());
    Optional<HttpRoute> route = HttpRoute.at(path, server.routes);
    HttpAccess.Decision decision =
        server.access.decide(route.map(HttpRoute::role).orElse(Role.ANYBODY), request, from);
    if (!server.limits.allowance(from, decision.role()).take().isZero()) {
      HttpReply refusal = HttpReply.problem(429, "too many requests from this address");
      answer(ctx, head, false, refusal.with(HttpHeaderNames.RETRY_AFTER.toString(), "1"));
      return;
    }
    Optional<HttpReply> refusal = refusal(request.method(), route, decision);
    if (refusal.isPresent()) {
      answer(ctx, head, keepAlive, refusal.get());
      return;
    }
    server.connections.allowed(ctx.channel(), decision.role());
    HttpHeaders headers = request.headers();
    HttpCall call =
        new HttpCall(
            path,
            query,
            name -> headers.get(name, ""),
            request.content().toString(StandardCharsets.UTF_8),
            Caller.of(ctx.channel(), decision.role()));
    handle(ctx, head, keepAlive, route.orElseThrow().handler(), call);
  }

  private Optional<HttpReply> refusal(
      HttpMethod method, Optional<HttpRoute> route, HttpAccess.Decision decision) {
    if (route.isEmpty()) {
      return Optional.of(HttpReply.problem(404, "there is " + server.paths()));
    }
    if (!route.get().takes(method)) {
      List<String> methods = route.get().methods();
      return Optional.of(
          HttpReply.problem(405, "only " + String.join(" and ", methods))
              .with(HttpHeaderNames.ALLOW.toString(), String.join(", ", methods)));
    }
    return decision.refusal();
  }

  /** The target without the server, which a client names as a proxy does; it is the host then. */
  private static String originForm(FullHttpRequest request) {
    Matcher absolute = ABSOLUTE.matcher(request.uri());
    if (!absolute.matches()) {
      return request.uri();
    }
    request.headers().set(HttpHeaderNames.HOST, absolute.group(1));
    return absolute.group(2).startsWith("/") ? absolute.group(2) : "/" + absolute.group(2);
  }

  private void handle(
      ChannelHandlerContext ctx,
      boolean head,
      boolean keepAlive,
      HttpRoute.Handler handler,
      HttpCall call) {
    try {
      if (handler instanceof HttpRoute.Answering answering) {
        server.executor.execute(
            () -> answerLater(ctx, head, keepAlive, reply(ctx, () -> answering.answer(call))));
      } else if (handler instanceof HttpRoute.Streaming follow) {
        stream(ctx, head, call, follow);
      }
    } catch (RejectedExecutionException e) {
      answer(
          ctx,
          head,
          keepAlive,
          HttpReply.problem(503, "too many requests are under way; try again"));
    }
  }

  /** Something that makes an answer. */
  @FunctionalInterface
  private interface ReplySupplier {
    HttpReply make() throws BadRequestException;
  }

  private static HttpReply reply(ChannelHandlerContext ctx, ReplySupplier supplier) {
    try {
      return supplier.make();
    } catch (BadRequestException e) {
      return HttpReply.problem(400, e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("A request failed", e);
      return HttpReply.problem(500, "the request failed; the program's log says why");
    } catch (Error e) { // no memory, perhaps
      ctx.close();
      throw e;
    }
  }

  private void answerLater(
      ChannelHandlerContext ctx, boolean head, boolean keepAlive, HttpReply reply) {
    try {
      ctx.executor().execute(() -> answer(ctx, head, keepAlive, reply));
    } catch (RejectedExecutionException e) {
      LOG.debug("The server was closed during a request");
    }
  }

  private void stream(
      ChannelHandlerContext ctx, boolean head, HttpCall call, HttpRoute.Streaming follow) {
    if (head) {
      answer(ctx, true, false, HttpReply.of("text/event-stream; charset=utf-8", ""));
      return;
    }
    EventStream events = new EventStream(ctx.channel());
    server.executor.execute(
        () -> {
          HttpReply refusal =
              reply(
                  ctx,
                  () -> {
                    begin(ctx);
                    follow.open(call, events);
                    return HttpReply.of("", "");
                  });
          if (refusal.status() != HttpResponseStatus.OK.code()) {
            ctx.close();
          }
        });
    streaming = true;
    deadline.cancel(false);
    deadline =
        ctx.executor()
            .scheduleAtFixedRate(events::beat, BEAT_SECONDS, BEAT_SECONDS, TimeUnit.SECONDS);
    ctx.read(); // an end that goes is seen by reading only
  }

  private static void begin(ChannelHandlerContext ctx) {
    HttpResponse begin = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    setHeaders(begin, "text/event-stream; charset=utf-8");
    HttpUtil.setTransferEncodingChunked(begin, true);
    ctx.writeAndFlush(begin);
  }

  private void answer(ChannelHandlerContext ctx, boolean head, boolean keepAlive, HttpReply reply) {
    boolean goesOn = keepAlive && !inputEnded;
    FullHttpResponse response = response(reply);
    if (head) {
      response.content().clear();
    }
    HttpUtil.setKeepAlive(response, goesOn);
    ctx.writeAndFlush(response)
        .addListener(
            sent -> {
              answering = false;
              if (goesOn && !inputEnded) {
                await(ctx);
                ctx.read();
              } else {
                ctx.close();
              }
            });
  }

  static FullHttpResponse response(HttpReply reply) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(reply.status()),
            Unpooled.copiedBuffer(reply.text(), StandardCharsets.UTF_8));
    setHeaders(response, reply.contentType());
    reply.headers().forEach(response.headers()::set);
    HttpUtil.setContentLength(response, response.content().readableBytes());
    return response;
  }

  private static void setHeaders(HttpResponse response, String contentType) {
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, contentType)
        .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
        .set(HttpHeaderNames.CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'")
        .set(HttpHeaderNames.X_FRAME_OPTIONS, "DENY")
        .set("x-content-type-options", "nosniff")
        .set("referrer-policy", "no-referrer")
        .set("cross-origin-resource-policy", "same-origin");
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (!answering && !inputEnded) {
      ctx.read(); // one that ends without a request is used up
    }
    ctx.fireChannelReadComplete();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      inputEnded = true;
      if (!answering || streaming) {
        ctx.close();
      }
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // a client that goes away in the middle is an everyday thing
    LOG.debug("The connection from {} broke", ctx.channel().remoteAddress(), cause);
    ctx.close();
  }
}
