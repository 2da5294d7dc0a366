package dev.sluice.mqsim.transmission;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.queue.RemoteAddress;
import dev.sluice.mqsim.transmission.Frame.Alive;
import dev.sluice.mqsim.transmission.Frame.Confirmed;
import dev.sluice.mqsim.transmission.Frame.EndOfBatch;
import dev.sluice.mqsim.transmission.Frame.Heartbeat;
import dev.sluice.mqsim.transmission.Frame.Hello;
import dev.sluice.mqsim.transmission.Frame.Refusal;
import dev.sluice.mqsim.transmission.Frame.Transmitted;
import dev.sluice.mqsim.transmission.Frame.Welcome;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Frames as bytes: length of what follows (4), kind (1), then the parts of the frame in their
 * order. Numbers are big-endian, a text has its length in bytes (2) before it, a list its number of
 * elements (4). The format is this program's own.
 */
final class FrameCodec extends ByteToMessageCodec<Frame> {

  private static final int HELLO = 'H';
  private static final int WELCOME = 'W';
  private static final int REFUSAL = 'R';
  private static final int TRANSMITTED = 'T';
  private static final int END_OF_BATCH = 'E';
  private static final int CONFIRMED = 'C';
  private static final int HEARTBEAT = 'B';
  private static final int ALIVE = 'A';

  private static final int MAX_FRAME_BYTES = 128 * 1024 * 1024;

  @Override
  protected void encode(ChannelHandlerContext context, Frame frame, ByteBuf out) {
    int start = out.writerIndex();
    out.writeInt(0);
    if (frame instanceof Transmitted transmitted) {
      out.writeByte(TRANSMITTED).writeLong(transmitted.sequence());
      writeText(out, transmitted.address().queue());
      writeText(out, transmitted.address().queueManager());
      transmitted.descriptor().write(out, MessageDescriptor.V2_BYTES);
      out.writeLong(transmitted.expiresAtMillis()).writeBytes(transmitted.data());
    } else if (frame instanceof EndOfBatch end) {
      out.writeByte(END_OF_BATCH).writeLong(end.sequence());
    } else if (frame instanceof Confirmed confirmed) {
      out.writeByte(CONFIRMED).writeLong(confirmed.sequence());
    } else if (frame instanceof Heartbeat) {
      out.writeByte(HEARTBEAT);
    } else if (frame instanceof Alive) {
      out.writeByte(ALIVE);
    } else if (frame instanceof Hello hello) {
      out.writeByte(HELLO);
      writeText(out, hello.channel());
      writeText(out, hello.queueManager());
    } else if (frame instanceof Refusal refusal) {
      out.writeByte(REFUSAL);
      writeText(out, refusal.reason());
    } else if (frame instanceof Welcome welcome) {
      write(out, welcome);
    }
    out.setInt(start, out.writerIndex() - start - Integer.BYTES);
  }

  private static void write(ByteBuf out, Welcome welcome) {
    out.writeByte(WELCOME);
    writeText(out, welcome.queueManager());
    out.writeLong(welcome.lastSequence());
    out.writeInt(welcome.receivers().size());
    for (ChannelDefinition receiver : welcome.receivers()) {
      writeText(out, receiver.name());
      writeText(out, receiver.cluster());
      writeText(out, receiver.host());
      out.writeInt(receiver.port());
      out.writeInt(receiver.batchSize()).writeInt(receiver.heartbeatSeconds());
      out.writeInt(receiver.shortRetry().count()).writeInt(receiver.shortRetry().seconds());
      out.writeInt(receiver.longRetry().count()).writeInt(receiver.longRetry().seconds());
    }
    out.writeInt(welcome.queues().size());
    welcome.queues().forEach(queue -> writeText(out, queue));
  }

  private static void writeText(ByteBuf out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeShort(bytes.length).writeBytes(bytes);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (in.readableBytes() < Integer.BYTES) {
      return;
    }
    int lengthBytes = in.getInt(in.readerIndex());
    if (lengthBytes < 1 || lengthBytes > MAX_FRAME_BYTES) {
      throw new MalformedSegmentException("a frame of %d bytes".formatted(lengthBytes));
    }
    if (in.readableBytes() >= Integer.BYTES + lengthBytes) {
      in.skipBytes(Integer.BYTES);
      out.add(read(in.readSlice(lengthBytes)));
    }
  }

  private static Frame read(ByteBuf frame) {
    int kind = frame.readByte();
    return switch (kind) {
      case TRANSMITTED -> readTransmitted(frame);
      case END_OF_BATCH -> new EndOfBatch(frame.readLong());
      case CONFIRMED -> new Confirmed(frame.readLong());
      case HEARTBEAT -> new Heartbeat();
      case ALIVE -> new Alive();
      case HELLO -> new Hello(readText(frame), readText(frame));
      case REFUSAL -> new Refusal(readText(frame));
      case WELCOME -> readWelcome(frame);
      default -> throw new MalformedSegmentException("a frame of kind %d".formatted(kind));
    };
  }

  private static Transmitted readTransmitted(ByteBuf frame) {
    long sequence = frame.readLong();
    RemoteAddress address = new RemoteAddress(readText(frame), readText(frame));
    MessageDescriptor descriptor = MessageDescriptor.read(frame, frame.readerIndex());
    frame.skipBytes(MessageDescriptor.V2_BYTES);
    long expiresAtMillis = frame.readLong();
    byte[] data = new byte[frame.readableBytes()];
    frame.readBytes(data);
    return new Transmitted(sequence, address, descriptor, expiresAtMillis, data);
  }

  private static Welcome readWelcome(ByteBuf frame) {
    String queueManager = readText(frame);
    long lastSequence = frame.readLong();
    List<ChannelDefinition> receivers = new ArrayList<>();
    for (int left = frame.readInt(); left > 0; left--) {
      receivers.add(
          new ChannelDefinition(
              readText(frame),
              ChannelDefinition.Type.CLUSTER_RECEIVER,
              readText(frame),
              readText(frame),
              frame.readInt(),
              "",
              frame.readInt(),
              frame.readInt(),
              new ChannelDefinition.Retry(frame.readInt(), frame.readInt()),
              new ChannelDefinition.Retry(frame.readInt(), frame.readInt())));
    }
    List<String> queues = new ArrayList<>();
    for (int left = frame.readInt(); left > 0; left--) {
      queues.add(readText(frame));
    }
    return new Welcome(queueManager, lastSequence, receivers, queues);
  }

  private static String readText(ByteBuf frame) {
    int lengthBytes = frame.readUnsignedShort();
    String text = frame.toString(frame.readerIndex(), lengthBytes, StandardCharsets.UTF_8);
    frame.skipBytes(lengthBytes);
    return text;
  }
}
