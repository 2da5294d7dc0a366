package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.util.concurrent.Future;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The start of a connection, in lines ({@link Admission}), until they are said or something is
 * wrong: then the connection is closed. Bytes behind the last line go to the handlers that it adds.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection
abstract class LineHandler extends ByteToMessageDecoder {

  private final long patienceMillis;
  private Future<?> timeout; // null until it is connected
  private boolean over;
  private boolean heard;

  /**
   * @param patienceMillis how long all lines may take
   */
  LineHandler(long patienceMillis) {
    this.patienceMillis = patienceMillis;
  }

  /** The other side has said a line. */
  abstract void line(ChannelHandlerContext ctx, String line) throws IOException;

  /**
   * There is nothing more to be said.
   *
   * @param why a {@link ConnectException} if its host answers that nobody listens there, a {@link
   *     SocketTimeoutException} if nothing answers in time
   * @param heard whether the other side has said anything
   */
  abstract void failed(IOException why, boolean heard);

  /** It is connected. */
  void begins(ChannelHandlerContext ctx) {}

  static void say(ChannelHandlerContext ctx, String line) {
    ctx.writeAndFlush(ctx.alloc().buffer().writeBytes((line + "\n").getBytes(UTF_8)));
  }

  /** All lines are said, and other handlers are behind this one. */
  final void succeed(ChannelHandlerContext ctx) {
    end();
    ctx.pipeline().remove(this);
  }

  final void fail(ChannelHandlerContext ctx, IOException why) {
    if (!over) {
      end();
      ctx.close();
      failed(why, heard);
    }
  }

  /** An attempt to connect has ended: a host refuses long before the system would give up. */
  final void attempted(Future<?> attempt) {
    Throwable cause = attempt.cause(); // null if it is connected
    if (cause instanceof ConnectException no && !(cause instanceof ConnectTimeoutException)) {
      failed(no, false);
    } else if (cause != null) {
      failed(new SocketTimeoutException(cause.getMessage()), false);
    }
  }

  private void end() {
    over = true;
    if (timeout != null) {
      timeout.cancel(false);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    timeout =
        ctx.executor()
            .schedule(
                () -> fail(ctx, new SocketTimeoutException("no line of a fleet in time")),
                patienceMillis,
                TimeUnit.MILLISECONDS);
    begins(ctx);
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out)
      throws IOException {
    if (over) {
      in.skipBytes(in.readableBytes());
      return;
    }
    heard = true;
    int length = in.bytesBefore((byte) '\n');
    if ((length < 0 ? in.readableBytes() : length) > Admission.MAX_LINE_BYTES) {
      throw new IOException("a line is too long for a line of a fleet");
    }
    if (length >= 0) {
      String line = in.readCharSequence(length, UTF_8).toString();
      in.skipBytes(1);
      line(ctx, line);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    super.channelInactive(ctx);
    fail(ctx, new EOFException("the connection was closed before a line of a fleet arrived"));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable thrown) {
    Throwable cause = thrown.getCause() instanceof IOException inner ? inner : thrown;
    fail(ctx, cause instanceof IOException failure ? failure : new IOException(thrown));
  }
}
