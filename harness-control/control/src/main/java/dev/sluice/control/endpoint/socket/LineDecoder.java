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

  private final Telnet telnet = new Telnet();
  private boolean discarding;

  /**
   * The line that a client sent.
   *
   * @param text without the end, without blanks around it and without control characters
   * @param tooLong whether there was more than a line may have; the text is then empty
   */
  record Line(String text, boolean tooLong) {

    static final Line TOO_LONG = new Line("", true);

    static Line of(String text) {
      return new Line(text.replaceAll("\\p{Cntrl}", " ").strip(), false);
    }

    boolean isBlank() {
      return text.isEmpty() && !tooLong;
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object bytes) throws Exception {
    super.channelRead(ctx, telnet.textOf(ctx, (ByteBuf) bytes));
  }

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

  /**
   * Takes out what telnet clients say to each other (RFC 854: IAC and what follows it). Nothing is
   * negotiated: a client that offers an option and hears no answer goes on without it. The byte
   * 0xFF is no part of UTF-8, so text is never touched.
   */
  private static final class Telnet {

    private static final int IAC = 0xFF;
    private static final int WILL = 0xFB;
    private static final int DONT = 0xFE;
    private static final int SUBNEGOTIATION = 0xFA;
    private static final int SUBNEGOTIATION_END = 0xF0;

    private enum State {
      TEXT,
      AFTER_IAC,
      OPTION,
      SUBNEGOTIATION,
      IAC_IN_SUBNEGOTIATION
    }

    private State state = State.TEXT;

    /** The bytes without what telnet clients say. */
    ByteBuf textOf(ChannelHandlerContext ctx, ByteBuf in) {
      if (state == State.TEXT && in.bytesBefore((byte) IAC) < 0) {
        return in;
      }
      ByteBuf text = ctx.alloc().buffer(in.readableBytes());
      try {
        while (in.isReadable()) {
          int octet = in.readUnsignedByte();
          if (state == State.TEXT && octet != IAC) {
            text.writeByte(octet);
          }
          state = next(state, octet);
        }
      } finally {
        in.release();
      }
      return text;
    }

    private static State next(State state, int octet) {
      return switch (state) {
        case TEXT -> octet == IAC ? State.AFTER_IAC : State.TEXT;
        case AFTER_IAC -> {
          if (octet >= WILL && octet <= DONT) {
            yield State.OPTION;
          }
          yield octet == SUBNEGOTIATION ? State.SUBNEGOTIATION : State.TEXT;
        }
        case OPTION -> State.TEXT;
        case SUBNEGOTIATION -> octet == IAC ? State.IAC_IN_SUBNEGOTIATION : State.SUBNEGOTIATION;
        case IAC_IN_SUBNEGOTIATION ->
            octet == SUBNEGOTIATION_END ? State.TEXT : State.SUBNEGOTIATION;
      };
    }
  }
}
