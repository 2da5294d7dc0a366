package dev.sluice.control.fleet.link;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Hears what those say who connect to a member's port, and lets members in. A stranger costs a line
 * and no thread, and is closed after {@link #PATIENCE_MILLIS}, or sooner if there are many: the
 * oldest first, because a member says its line at once. For the thread of the connections.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed close has closed the connection
final class AdmittingListener extends ChannelInitializer<SocketChannel> {

  /** How long a connection may take for its line: a busy host takes some time. */
  static final int PATIENCE_MILLIS = 10_000;

  /** Connections that have not said their line yet. */
  static final int MAX_PENDING = 1_024;

  private final Admission admission;
  private final BiConsumer<Channel, String> admitted;
  private final CappedLog log;
  private final Map<Channel, Runnable> pending = new LinkedHashMap<>(); // in order of arrival

  /**
   * @param admitted gets the connections of members that have proven that they know the secret, and
   *     their names; what follows belongs to it
   * @param log is told whom this process refuses and why, and which connections were no member's:
   *     they were silent, too slow, or said something else
   */
  AdmittingListener(Admission admission, BiConsumer<Channel, String> admitted, CappedLog log) {
    this.admission = admission;
    this.admitted = admitted;
    this.log = log;
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    if (pending.size() >= MAX_PENDING) {
      pending.values().iterator().next().run();
    }
    channel.pipeline().addLast(new Caller(channel));
  }

  /** A connection that has not proven yet that it is a member's. */
  private final class Caller extends LineHandler {

    private final Channel channel;
    private final InetSocketAddress address;
    private final String nonce = admission.nonce();

    Caller(SocketChannel channel) {
      super(PATIENCE_MILLIS);
      this.channel = channel;
      this.address = channel.remoteAddress();
    }

    @Override
    void begins(ChannelHandlerContext ctx) {
      pending.put(ctx.channel(), () -> fail(ctx, new IOException("others have come since")));
      say(ctx, admission.greeting(nonce));
    }

    @Override
    void line(ChannelHandlerContext ctx, String line) throws IOException {
      Optional<String> answer = admission.answer(nonce, line);
      if (answer.isEmpty()) {
        throw new IOException("not a line of a fleet");
      }
      pending.remove(ctx.channel());
      say(ctx, answer.get());
      Optional<String> refusal = Admission.refusal(answer.get());
      if (refusal.isPresent()) {
        succeed(ctx);
        ctx.channel().close();
        log.line(
            "refused a process of " + address.getAddress().getHostAddress() + ": " + refusal.get());
      } else {
        admitted.accept(ctx.channel(), Admission.caller(line));
        succeed(ctx);
      }
    }

    @Override
    void failed(IOException why, boolean heard) {
      pending.remove(channel);
      boolean probe = !heard && why instanceof EOFException; // it wants to know no more
      if (!probe && address != null) {
        log.stranger(address);
      }
    }
  }
}
