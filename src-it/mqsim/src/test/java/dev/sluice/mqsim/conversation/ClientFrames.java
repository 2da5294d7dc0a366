package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.Compression;
import dev.sluice.mqsim.codec.FlowWriter;
import dev.sluice.mqsim.codec.HeaderForm;
import dev.sluice.mqsim.codec.SegmentType;
import dev.sluice.mqsim.codec.structure.TextField;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Segments as a client sends them: a short but valid life of a connection. */
final class ClientFrames {

  private static final int HEADER = 16;
  private static final int CONVERSATION = 1;
  static final int QUEUE_HANDLE = 2;
  static final int MOST_BYTES = 4_194_304;

  private ClientFrames() {}

  /** The life of a connection, segment by segment. */
  static List<byte[]> all() {
    List<byte[]> frames = new ArrayList<>();
    frames.add(initialData());
    frames.add(call(SegmentType.USERID, 132, body -> text(body, 0, "UID alice")));
    frames.add(call(SegmentType.MQCONN, 488, body -> text(body, 64, "APP")));
    frames.add(openQueue());
    frames.add(put());
    frames.add(put());
    frames.add(get(0));
    frames.add(get(30_000));
    frames.add(call(SegmentType.MQCMIT, HEADER, body -> {}));
    frames.add(subscribe());
    frames.add(requestMessages());
    frames.add(notification(5, 16));
    frames.add(notification(3, 2));
    frames.add(put());
    frames.add(inquire());
    frames.add(reserve());
    frames.add(call(SegmentType.MQSTAT, 244, body -> text(body, 20, "STAT")));
    frames.add(call(SegmentType.MQBACK, HEADER, body -> {}));
    frames.add(call(SegmentType.MQCLOSE, 20, body -> body.setInt(12, QUEUE_HANDLE)));
    frames.add(call(SegmentType.MQDISC, HEADER, body -> {}));
    return frames;
  }

  /** A channel that has what these frames ask for, so that there is one round. */
  static ChannelSettings channel() {
    return channel(10, true, 0, ByteOrder.LITTLE_ENDIAN);
  }

  static ChannelSettings channel(
      int conversations, boolean synchronousGets, int heartbeatSeconds, ByteOrder order) {
    return new ChannelSettings(
        "APP.SVRCONN",
        conversations,
        synchronousGets,
        heartbeatSeconds,
        MOST_BYTES,
        Set.of(Compression.values()),
        Set.of(),
        order,
        null);
  }

  private static byte[] initialData() {
    return initialData(HeaderForm.TSH, ByteOrder.BIG_ENDIAN, body -> {});
  }

  /** What a client offers, with some of it changed. */
  static byte[] initialData(HeaderForm form, ByteOrder order, Consumer<ByteBuf> change) {
    return frame(
        form,
        order,
        SegmentType.INITIAL_DATA,
        240,
        body -> {
          text(body, 0, "ID  ");
          body.setByte(4, 17);
          body.setInt(12, 32_748);
          body.setInt(16, MOST_BYTES);
          text(body, 24, "APP.SVRCONN         ");
          body.setInt(128, 10);
          change.accept(body);
        });
  }

  private static byte[] openQueue() {
    return call(
        SegmentType.SPI,
        84 + 400 + 12,
        body -> {
          body.setInt(16, 12);
          text(body, 52, "LPOO");
          body.setInt(60, 0x2039);
          text(body, 84, "OD  ");
          body.setInt(88, 4);
          body.setInt(92, 1);
          text(body, 96, "FUZZ.Q");
          body.setInt(84 + 356 + 4, 400);
          body.setInt(84 + 356 + 12, 12);
          text(body, 84 + 400, "color <> 'x'");
        });
  }

  private static byte[] put() {
    return call(
        SegmentType.MQPUT,
        HEADER + 324 + 152 + 4 + 80,
        body -> {
          body.setInt(12, QUEUE_HANDLE);
          descriptor(body, 1);
          text(body, 340, "PMO ");
          body.setInt(344, 2);
          body.setInt(348, 0x22042);
          body.setInt(492, 80);
          text(body, 496, "RFH ");
          body.setInt(500, 2);
          body.setInt(504, 80);
          body.setInt(532, 36);
          text(body, 536, "<usr><color>red</color></usr>       ");
        });
  }

  private static byte[] get(int waitMillis) {
    return call(
        SegmentType.MQGET,
        HEADER + 364 + 100 + 4,
        body -> {
          body.setInt(12, QUEUE_HANDLE);
          descriptor(body, 2);
          text(body, 380, "GMO ");
          body.setInt(384, 3);
          body.setInt(388, 0x2003);
          body.setInt(392, waitMillis);
          body.setInt(452, 3);
          body.setInt(480, 4_096);
        });
  }

  private static void descriptor(ByteBuf body, int version) {
    text(body, HEADER, "MD  ");
    body.setInt(HEADER + 4, version);
    body.setInt(HEADER + 16, -1);
    body.setInt(HEADER + 40, 4);
  }

  private static byte[] subscribe() {
    return call(
        SegmentType.SPI,
        252 + 312 + 8,
        body -> {
          body.setInt(16, 7);
          text(body, 56, "LSD ");
          body.setInt(56 + 60, 0x2029);
          text(body, 252, "SD  ");
          body.setInt(252 + 8, 0x202022);
          body.setInt(252 + 116 + 4, 312);
          body.setInt(252 + 116 + 12, 6);
          text(body, 252 + 312, "PERF/#");
        });
  }

  static byte[] requestMessages() {
    return call(
        SegmentType.REQUEST_MSGS,
        112,
        body -> {
          body.setInt(0, 1);
          body.setInt(4, QUEUE_HANDLE);
          body.setInt(12, 1);
          body.setInt(20, 0x2000);
          body.setInt(32, 0x11);
          body.setInt(60, 3);
        });
  }

  static byte[] notification(int code, int value) {
    return call(
        SegmentType.NOTIFICATION,
        16,
        body -> {
          body.setInt(0, 1);
          body.setInt(4, QUEUE_HANDLE);
          body.setInt(8, code);
          body.setInt(12, value);
        });
  }

  private static byte[] inquire() {
    return call(
        SegmentType.MQINQ,
        36,
        body -> {
          body.setInt(12, QUEUE_HANDLE);
          body.setInt(16, 2);
          body.setInt(20, 1);
          body.setInt(24, 48);
          body.setInt(28, 22);
          body.setInt(32, 2019);
        });
  }

  private static byte[] reserve() {
    return call(
        SegmentType.SPI,
        60,
        body -> {
          body.setInt(16, 6);
          body.setInt(52, 24);
          body.setInt(56, 0xFFFFFF);
        });
  }

  private static byte[] call(SegmentType type, int bodyBytes, Consumer<ByteBuf> fill) {
    return frame(HeaderForm.TSHM, ByteOrder.BIG_ENDIAN, type, bodyBytes, fill);
  }

  private static byte[] frame(
      HeaderForm form, ByteOrder order, SegmentType type, int bodyBytes, Consumer<ByteBuf> fill) {
    FlowWriter writer =
        new FlowWriter(UnpooledByteBufAllocator.DEFAULT, Negotiation.MAX_SEGMENT_BYTES);
    writer.order(order);
    ByteBuf flow = writer.begin(form, bodyBytes).writeZero(bodyBytes);
    fill.accept(flow.slice(form.lengthBytes(), bodyBytes));
    List<byte[]> frames = new ArrayList<>();
    writer.end(
        flow,
        form,
        form == HeaderForm.TSHM ? CONVERSATION : 0,
        0,
        type.code(),
        0,
        piece -> {
          frames.add(ByteBufUtil.getBytes(piece));
          piece.release();
        });
    return frames.get(0);
  }

  private static void text(ByteBuf body, int offset, String text) {
    body.setBytes(offset, TextField.padded(text, text.length()));
  }
}
