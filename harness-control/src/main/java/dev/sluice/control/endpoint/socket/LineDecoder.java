package dev.sluice.control.endpoint.socket;

import dev.sluice.control.command.Command;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Cuts bytes into lines, ended by LF or CRLF; the last one may end with the connection. A line that
 * is too long is reported at once, and what is left of it dropped as it comes, so that a client
 * costs no more memory than a line has.
 */
final class LineDecoder extends ByteToMessageDecoder {

  private static final int MAX_LINE_BYTES = Command.MAX_LINE_BYTES;

  private boolean discarding;

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> lines) {
    int length = in.bytesBefore((byte) '\n');
    if (length < 0) {
      dropIfTooLong(in, lines);
      return;
    }
    if (discarding) {
      discarding = false;
    } else {
      lines.add(line(in, length));
    }
    in.skipBytes(length + 1);
  }

  @Override
  protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> lines) {
    while (in.isReadable() && in.bytesBefore((byte) '\n') >= 0) {
      decode(ctx, in, lines);
    }
    if (in.isReadable()) {
      if (!discarding) {
        lines.add(line(in, in.readableBytes()));
      }
      in.skipBytes(in.readableBytes());
    }
  }

  private void dropIfTooLong(ByteBuf in, List<Object> lines) {
    int carriageReturn = 1; // may be the first half of the line's end
    if (!discarding && in.readableBytes() > MAX_LINE_BYTES + carriageReturn) {
      discarding = true;
      lines.add(Line.TOO_LONG);
    }
    if (discarding) {
      in.skipBytes(in.readableBytes());
    }
  }

  private static Line line(ByteBuf in, int length) {
    int start = in.readerIndex();
    boolean carriageReturn = length > 0 && in.getByte(start + length - 1) == '\r';
    int textLength = carriageReturn ? length - 1 : length;
    return textLength > MAX_LINE_BYTES
        ? Line.TOO_LONG
        : Line.of(in.toString(start, textLength, StandardCharsets.UTF_8));
  }
}
