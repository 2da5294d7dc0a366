package dev.sluice.control.sink.metrics;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.timeout.IdleStateEvent;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One HTTP connection. It has one request at a time under way: the next is asked for when the
 * answer to the last has left. Pages are made on another thread, everything else happens on the
 * event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel, no more is to do
final class HttpSession extends SimpleChannelInboundHandler<FullHttpRequest> {

  static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
  static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private static final Logger LOG = LoggerFactory.getLogger(HttpSession.class);
  private static final String PLAIN = "text/plain; charset=utf-8";

  private final UnaryOperator<String> metrics;
  private final Executor executor;
  private boolean answering;
  private boolean inputEnded;

  /**
   * @param metrics makes the page for a content type
   * @param executor where it is made
   */
  HttpSession(UnaryOperator<String> metrics, Executor executor) {
    this.metrics = metrics;
    this.executor = executor;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    ctx.read();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
    answering = true;
    if (!request.decoderResult().isSuccess()) {
      answer(ctx, false, HttpResponseStatus.BAD_REQUEST, PLAIN, "not an HTTP request\n");
      return;
    }
    boolean keepAlive = HttpUtil.isKeepAlive(request);
    boolean reading =
        request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    if (!reading) {
      answer(ctx, keepAlive, HttpResponseStatus.METHOD_NOT_ALLOWED, PLAIN, "only GET and HEAD\n");
      return;
    }
    String path;
    try {
      path = new QueryStringDecoder(request.uri()).path();
    } catch (IllegalArgumentException e) { // a wrong escape
      answer(ctx, keepAlive, HttpResponseStatus.BAD_REQUEST, PLAIN, "not a valid path\n");
      return;
    }
    switch (path) {
      case "/metrics" -> scrape(ctx, keepAlive, contentType(request));
      case "/healthz" -> answer(ctx, keepAlive, HttpResponseStatus.OK, PLAIN, "ok\n");
      default ->
          answer(
              ctx,
              keepAlive,
              HttpResponseStatus.NOT_FOUND,
              PLAIN,
              "there is /metrics and /healthz\n");
    }
  }

  private void scrape(ChannelHandlerContext ctx, boolean keepAlive, String contentType) {
    try {
      executor.execute(
          () -> {
            Page page = page(contentType);
            onLoop(
                ctx, () -> answer(ctx, keepAlive, page.status(), page.contentType(), page.text()));
          });
    } catch (RejectedExecutionException e) {
      answer(ctx, keepAlive, HttpResponseStatus.SERVICE_UNAVAILABLE, PLAIN, "too many scrapes\n");
    }
  }

  private static void onLoop(ChannelHandlerContext ctx, Runnable answer) {
    try {
      ctx.executor().execute(answer);
    } catch (RejectedExecutionException e) {
      LOG.debug("The server was closed during a scrape");
    }
  }

  private Page page(String contentType) {
    try {
      return new Page(HttpResponseStatus.OK, contentType, metrics.apply(contentType));
    } catch (RuntimeException e) {
      LOG.warn("A scrape failed", e);
      return new Page(HttpResponseStatus.INTERNAL_SERVER_ERROR, PLAIN, "the scrape failed\n");
    }
  }

  private void answer(
      ChannelHandlerContext ctx,
      boolean keepAlive,
      HttpResponseStatus status,
      String contentType,
      String text) {
    boolean goesOn = keepAlive && !inputEnded;
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, status, ByteBufUtil.writeUtf8(ctx.alloc(), text));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, contentType);
    response.headers().set(HttpHeaderNames.CACHE_CONTROL, "no-store");
    if (status.equals(HttpResponseStatus.METHOD_NOT_ALLOWED)) {
      response.headers().set(HttpHeaderNames.ALLOW, "GET, HEAD");
    }
    HttpUtil.setContentLength(response, response.content().readableBytes());
    HttpUtil.setKeepAlive(response, goesOn);
    ctx.writeAndFlush(response)
        .addListener(
            sent -> {
              answering = false;
              if (goesOn && !inputEnded) {
                ctx.read();
              } else {
                ctx.close();
              }
            });
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
    }
    if ((event instanceof ChannelInputShutdownEvent || event instanceof IdleStateEvent)
        && !answering) {
      ctx.close();
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // a client that goes away in the middle is an everyday thing
    LOG.debug("The metrics connection from {} broke", ctx.channel().remoteAddress(), cause);
    ctx.close();
  }

  private static String contentType(FullHttpRequest request) {
    String accept = request.headers().get(HttpHeaderNames.ACCEPT, "");
    return accept.contains("application/openmetrics-text") ? OPEN_METRICS : PROMETHEUS;
  }

  /** The outcome of a scrape. */
  private record Page(HttpResponseStatus status, String contentType, String text) {}
}
