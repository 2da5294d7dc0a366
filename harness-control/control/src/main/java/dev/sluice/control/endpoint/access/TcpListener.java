package dev.sluice.control.endpoint.access;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
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
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A listening port with a limited number of connections, all on one daemon thread: what is behind
 * it must not block. Connections read only when asked to ({@code autoRead} is off), a little at a
 * time, and stay open when the client has ended its half.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed close has closed the connection, too
public final class TcpListener implements AutoCloseable {

  private static final int READ_BYTES = 2_048;
  private static final long CLOSE_SECONDS = 2;
  private static final long THREAD_KEPT_SECONDS = 10;

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
   * @param tls what encrypts connections, if something does
   * @param maxConnections how many may be open at the same time; one more is closed at once
   * @param accepted sets up the pipeline of a connection
   * @throws IOException if the port cannot be had, with one line that says which and why
   */
  public static TcpListener listen(
      String name,
      InetSocketAddress address,
      Optional<ServerTls> tls,
      int maxConnections,
      Consumer<SocketChannel> accepted)
      throws IOException {
    MultiThreadIoEventLoopGroup eventLoop = eventLoop(name, address);
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
                      tls.ifPresent(each -> encrypt(connection, each));
                      accepted.accept(connection);
                    } else {
                      connection.close();
                    }
                  }
                });
    ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      shutDown(eventLoop);
      throw cannotListen(address, bound.cause());
    }
    return new TcpListener(eventLoop, connections, bound.channel());
  }

  /** Threads for what may block: as many as are needed, and none when nothing is. */
  public static ExecutorService threads(String name, int most) {
    return new ThreadPoolExecutor(
        0,
        most,
        THREAD_KEPT_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        new DefaultThreadFactory(name, true));
  }

  private static void encrypt(SocketChannel connection, ServerTls tls) {
    connection
        .pipeline()
        .addLast(tls.handler(connection.alloc()))
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelActive(ChannelHandlerContext ctx) {
                ctx.read(); // the client speaks first, whatever the protocol inside
                ctx.fireChannelActive();
              }
            });
  }

  private static MultiThreadIoEventLoopGroup eventLoop(String name, InetSocketAddress address)
      throws IOException {
    try {
      return new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
    } catch (IllegalStateException e) { // it takes descriptors
      throw cannotListen(address, e);
    }
  }

  private static IOException cannotListen(InetSocketAddress address, Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) { // Netty's own say which of its classes failed
      cause = cause.getCause();
    }
    if (cause instanceof UnsupportedAddressTypeException) {
      cause = new BindException("this JVM knows only IPv4 addresses (java.net.preferIPv4Stack)");
    }
    boolean taken = String.valueOf(cause.getMessage()).startsWith("Address already in use");
    return new IOException(
        "cannot listen on "
            + address.getAddress().getHostAddress()
            + " port "
            + address.getPort()
            + ": "
            + cause.getMessage()
            + (taken ? "; choose another, or 0 for any free port" : ""),
        cause);
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
