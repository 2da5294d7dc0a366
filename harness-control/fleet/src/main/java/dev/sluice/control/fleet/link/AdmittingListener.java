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

/**
 * Hears what those say who connect to a member's port, and lets members in. A stranger costs a line
 * and no thread, and is closed after {@link #PATIENCE_MILLIS}, or sooner if there are many: the
 * oldest first, because a member says its line at once. For the thread of the connections.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed close has closed the connection
abstract class AdmittingListener extends ChannelInitializer<SocketChannel> {

  /** How long a connection may take for its line: a busy host takes some time. */
  static final int PATIENCE_MILLIS = 10_000;

  /** Connections that have not said their line yet. */
  static final int MAX_PENDING = 1_024;

  private final Admission admission;
  private final Map<Channel, Runnable> pending = new LinkedHashMap<>(); // in order of arrival

  AdmittingListener(Admission admission) {
    this.admission = admission;
  }

  /** A member has proven that it knows the secret; what follows belongs to it. */
  abstract void admitted(Channel channel, String member);

  /** This process refuses a caller; the reason names it. */
  abstract void refuses(InetSocketAddress caller, String reason);

  /** A connection was no member's: it was silent, too slow, or said something else. */
  abstract void stranger(InetSocketAddress caller);

  @Override
  protected void initChannel(SocketChannel channel) {
    if (pending.size() >= MAX_PENDING) {
      pending.values().iterator().next().run();
    }
    channel.pipeline().addLast(new Caller(channel.remoteAddress()));
  }

  /** A connection that has not proven yet that it is a member's. */
  private final class Caller extends LineHandler {

    private final InetSocketAddress address;
    private final String nonce = admission.nonce();

    Caller(InetSocketAddress address) {
      super(PATIENCE_MILLIS);
      this.address = address;
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
        refuses(address, refusal.get());
      } else {
        admitted(ctx.channel(), Admission.caller(line));
        succeed(ctx);
      }
    }

    @Override
    void failed(ChannelHandlerContext ctx, IOException why, boolean heard) {
      pending.remove(ctx.channel());
      boolean probe = !heard && why instanceof EOFException; // it wants to know no more
      if (!probe && address != null) {
        stranger(address);
      }
    }
  }
}
