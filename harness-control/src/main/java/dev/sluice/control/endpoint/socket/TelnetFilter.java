package dev.sluice.control.endpoint.socket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Takes out what telnet clients say to each other (RFC 854: IAC and what follows it). Nothing is
 * negotiated: a client that offers an option and hears no answer goes on without it. The byte 0xFF
 * is no part of UTF-8, so text is never touched.
 */
final class TelnetFilter extends ChannelInboundHandlerAdapter {

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

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf in = (ByteBuf) message;
    if (state == State.TEXT && in.bytesBefore((byte) IAC) < 0) {
      ctx.fireChannelRead(in);
      return;
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
    ctx.fireChannelRead(text);
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
      case IAC_IN_SUBNEGOTIATION -> octet == SUBNEGOTIATION_END ? State.TEXT : State.SUBNEGOTIATION;
    };
  }
}
