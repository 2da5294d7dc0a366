package dev.sluice.mqsim.transmission;

import dev.sluice.mqsim.manager.QueueManager;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sockets of one queue manager's message channels: a listener, those it made, and those that it
 * accepted. The listener is another one than that of clients, as if channels had a network of their
 * own: it can be cut while clients stay connected.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed close leaves nothing to do
public final class ChannelNetwork {

  private static final Logger LOG = LoggerFactory.getLogger(ChannelNetwork.class);
  private static final int LISTEN_BACKLOG = 4096;

  private final EventLoop loop;
  private final ChannelInitiator initiator;
  private final Set<SocketLink> links = new LinkedHashSet<>();
  private boolean cut;
  private Channel listener;

  /** A network with the channels of a queue manager on it. All calls on this event loop. */
  public ChannelNetwork(EventLoop loop, QueueManager queueManager) {
    this.loop = loop;
    this.initiator = new ChannelInitiator(queueManager, this::dial);
  }

  /** The channels on this network. */
  public ChannelInitiator initiator() {
    return initiator;
  }

  private void dial(String host, int port, Link.End end) {
    Optional<InetAddress> address = onThisMachine(host);
    if (address.isEmpty()) {
      LOG.warn("{} is not this machine; simulated queue managers run only on it", host);
      end.closed();
      return;
    }
    new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(new LinkInitializer(() -> end))
        .connect(new InetSocketAddress(address.get(), port))
        .addListener(
            connected -> {
              if (!connected.isSuccess()) {
                end.closed();
              }
            });
  }

  private static Optional<InetAddress> onThisMachine(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host))
          .filter(InetAddress::isLoopbackAddress)
          .findFirst();
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  /** Accepts channels of other queue managers; the result tells whether the port was free. */
  public ChannelFuture listen(InetSocketAddress address) {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loop, loop)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, LISTEN_BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(new LinkInitializer(initiator::newAcceptor))
            .bind(address);
    listener = bound.channel();
    return bound;
  }

  /** Accepts no further channels, and ends all there are. */
  public void close() {
    if (cut) {
      restore(); // a process that ends takes its sockets with it
    }
    initiator.suspend();
    if (listener != null) {
      listener.close();
      listener = null;
    }
  }

  /** Whether the network is cut. */
  public boolean isCut() {
    return cut;
  }

  /** Cuts it: a black hole; nobody is told. */
  public void cut() {
    cut = true;
    links.forEach(SocketLink::cut);
  }

  /** Ends the cut. */
  public void restore() {
    cut = false;
    List.copyOf(links).forEach(SocketLink::restore);
  }

  private final class LinkInitializer extends ChannelInitializer<Channel> {
    private final Supplier<Link.End> ends;

    LinkInitializer(Supplier<Link.End> ends) {
      this.ends = ends;
    }

    @Override
    protected void initChannel(Channel channel) {
      SocketLink link = new SocketLink(ends.get(), cut);
      links.add(link);
      channel.closeFuture().addListener(closed -> links.remove(link));
      channel.pipeline().addLast(new FrameCodec()).addLast(link);
    }
  }
}
