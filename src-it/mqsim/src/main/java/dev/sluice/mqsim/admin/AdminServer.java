package dev.sluice.mqsim.admin;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes commands, one per line, on a loopback port. */
@SuppressWarnings("FutureReturnValueIgnored") // failures of writes and closes reach exceptionCaught
public final class AdminServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
  private static final int MAX_LINE_BYTES = 32 << 10; // as long as a command of MQSC can be
  private static final int THREADS = 4;

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          THREADS, new DefaultThreadFactory("mqsim-admin", true), NioIoHandler.newFactory());
  private final Supplier<AdminShell> shells;
  private final Channel listener;

  /**
   * Listens.
   *
   * @param port 0 = any free one
   * @param shells one for each connection
   * @throws UncheckedIOException if the port is taken
   */
  public AdminServer(int port, Supplier<AdminShell> shells) {
    this.shells = shells;
    var bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(new Initializer())
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      String reason = bound.cause().getMessage();
      throw new UncheckedIOException(
          new IOException("cannot listen on admin port %d: %s".formatted(port, reason)));
    }
    this.listener = bound.channel();
  }

  /** The port it listens on. */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  @Override
  public void close() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private final class Initializer extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      channel
          .pipeline()
          .addLast(new LineBasedFrameDecoder(MAX_LINE_BYTES))
          .addLast(new StringDecoder(StandardCharsets.UTF_8))
          .addLast(new StringEncoder(StandardCharsets.UTF_8))
          .addLast(new LineHandler());
    }
  }

  private final class LineHandler extends SimpleChannelInboundHandler<String> {

    private final AdminShell shell = shells.get();

    @Override
    protected void channelRead0(ChannelHandlerContext context, String line) {
      List<String> reply = shell.execute(line);
      if (!reply.isEmpty()) {
        context.writeAndFlush(String.join("\n", reply) + "\n");
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      LOG.debug("admin connection", cause);
      String why =
          cause instanceof TooLongFrameException
              ? "a line is longer than %d bytes".formatted(MAX_LINE_BYTES)
              : String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
      String complaint = "ERR " + why;
      context.writeAndFlush(complaint + "\n");
    }
  }
}
