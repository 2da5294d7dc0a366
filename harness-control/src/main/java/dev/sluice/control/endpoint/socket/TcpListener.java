package dev.sluice.control.endpoint.socket;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A listening port with a limited number of connections, all on one daemon thread: what is behind
 * it must not block. Connections read only when asked to ({@code autoRead} is off), a little at a
 * time, and stay open when the client has ended its half.
 */
public final class TcpListener implements AutoCloseable {

  private static final int READ_BYTES = 2_048;
  private static final long CLOSE_SECONDS = 2;

  private final MultiThreadIoEventLoopGroup eventLoop;
  private final ChannelGroup connections;
  private final Channel listening;

  private TcpListener(
      MultiThreadIoEventLoopGroup eventLoop, ChannelGroup connections, Channel listening) {
    this.eventLoop = eventLoop;
    this.connections = connections;
    this.listening = listening;
  }

  /**
   * Listens.
   *
   * @param name names the thread
   * @param address port 0 stands for any that is free
   * @param maxConnections how many may be open at the same time
   * @param accepted sets up the pipeline of a connection within the limit
   * @param refused tells a connection beyond it, and closes it
   * @throws IOException if the port cannot be had, with one line that says which and why
   */
  public static TcpListener listen(
      String name,
      InetSocketAddress address,
      int maxConnections,
      Consumer<SocketChannel> accepted,
      Consumer<SocketChannel> refused)
      throws IOException {
    MultiThreadIoEventLoopGroup eventLoop =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
    ChannelGroup connections = new DefaultChannelGroup(name, eventLoop.next(), true);
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(eventLoop)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR,
                new FixedRecvByteBufAllocator(READ_BYTES).maxMessagesPerRead(1))
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel connection) {
                    if (connections.size() < maxConnections) {
                      connections.add(connection);
                      accepted.accept(connection);
                    } else {
                      refused.accept(connection);
                    }
                  }
                });
    ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      shutDown(eventLoop);
      throw new IOException(
          "cannot listen on "
              + address.getAddress().getHostAddress()
              + " port "
              + address.getPort()
              + ": "
              + bound.cause().getMessage(),
          bound.cause());
    }
    return new TcpListener(eventLoop, connections, bound.channel());
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** Takes no more connections; those that are open stay. */
  public void stopListening() {
    listening.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }

  /** Closes all connections, after what has been written to them, and ends the thread. */
  @Override
  public void close() {
    stopListening();
    connections.flush();
    connections.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    shutDown(eventLoop);
  }

  private static void shutDown(MultiThreadIoEventLoopGroup eventLoop) {
    eventLoop
        .shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
