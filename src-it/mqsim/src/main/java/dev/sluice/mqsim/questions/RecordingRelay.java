package dev.sluice.mqsim.questions;

import dev.sluice.mqsim.codec.Segment;
import dev.sluice.mqsim.codec.SegmentDecoder;
import dev.sluice.mqsim.codec.SegmentType;
import dev.sluice.mqsim.codec.call.CallHeader;
import dev.sluice.mqsim.codec.call.Notification;
import dev.sluice.mqsim.codec.call.SpiCall;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Relay on the loopback interface between a client and a queue manager that records the segments of
 * both. A segment is recorded before its last bytes are passed on, so a call's segments are there
 * when it returns. Any thread.
 */
final class RecordingRelay implements AutoCloseable {

  private static final int LONGEST_SEGMENT_BYTES = 1 << 20;
  private static final int CONNECT_MILLIS = 10_000;

  /** A connection is closed after it: a question that is not answered ends. */
  private static final int SILENCE_MILLIS = 60_000;

  private final ServerSocket server;
  private final InetSocketAddress queueManager;
  private final List<Passed> passed = new CopyOnWriteArrayList<>();
  private final Collection<Socket> sockets = new ConcurrentLinkedQueue<>();

  RecordingRelay(String host, int port) throws IOException {
    queueManager = new InetSocketAddress(host, port);
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /**
   * A segment that went through.
   *
   * @param answer whether the queue manager sent it
   * @param segment null if it could not be decoded
   * @param text as in {@code > MQGET} from the client, {@code < MQGET 2033} from the queue manager
   */
  record Passed(boolean answer, Segment segment, String text) {

    static Passed of(boolean answer, Segment segment) {
      SegmentType type = segment.type();
      String what =
          switch (type) {
            case SPI -> "SPI " + SpiCall.verb(segment.body());
            case NOTIFICATION -> "NOTIFICATION " + Notification.read(segment.body()).code();
            default -> type.name();
          };
      boolean hasReason = answer && type.isCall() && (segment.flags() & Segment.FIRST) != 0;
      int reason = hasReason ? CallHeader.reason(segment.body()) : 0;
      return new Passed(
          answer, segment, (answer ? "< " : "> ") + what + (reason == 0 ? "" : " " + reason));
    }

    /** A heartbeat, or the client's look for failed puts every second. */
    private boolean isOfAClock() {
      return text.contains(SegmentType.HEARTBEAT.name())
          || text.contains(SegmentType.MQSTAT.name());
    }
  }

  int port() {
    return server.getLocalPort();
  }

  /** How many segments have gone through. */
  int count() {
    return passed.size();
  }

  private Stream<Passed> from(int first) {
    return passed.stream().skip(first);
  }

  /** Answers of one type from a number on. */
  List<Segment> answersFrom(int first, SegmentType type) {
    return from(first)
        .filter(each -> each.answer() && each.segment() != null && each.segment().type() == type)
        .map(Passed::segment)
        .toList();
  }

  /** Segments from a number on as text, without those that a clock sends. */
  String flowFrom(int first, Predicate<Passed> which) {
    return from(first)
        .filter(which)
        .filter(each -> !each.isOfAClock())
        .map(Passed::text)
        .collect(Collectors.joining(" ", "", " "));
  }

  /** Resets all connections; new ones are accepted. */
  void cut() {
    sockets.forEach(RecordingRelay::reset);
    sockets.clear();
  }

  private static void reset(Socket socket) {
    try (socket) {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // has gone by itself
    }
  }

  /**
   * Ends when the queue manager cannot be reached; the client hears it by the end of its socket.
   */
  @SuppressWarnings("resource") // closed by cut
  private void accept() {
    try (this) {
      while (true) {
        Socket client = server.accept();
        Socket onward = new Socket();
        sockets.add(client);
        sockets.add(onward);
        client.setSoTimeout(SILENCE_MILLIS);
        onward.setSoTimeout(SILENCE_MILLIS);
        onward.connect(queueManager, CONNECT_MILLIS);
        start(() -> copy(client, onward, false));
        start(() -> copy(onward, client, true));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void copy(Socket from, Socket to, boolean answers) {
    EmbeddedChannel decoder =
        new EmbeddedChannel(new SegmentDecoder(LONGEST_SEGMENT_BYTES, answers));
    byte[] chunk = new byte[65_536];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        record(decoder, Unpooled.copiedBuffer(chunk, 0, read), answers);
        out.write(chunk, 0, read);
      }
    } catch (IOException e) {
      // one of the two has gone
    }
  }

  /** What the simulator cannot read is passed on nevertheless. */
  private void record(EmbeddedChannel decoder, ByteBuf chunk, boolean answers) {
    try {
      decoder.writeInbound(chunk);
      for (Segment next = decoder.readInbound(); next != null; next = decoder.readInbound()) {
        passed.add(Passed.of(answers, next));
      }
    } catch (DecoderException | IndexOutOfBoundsException e) {
      passed.add(new Passed(answers, null, "not decoded: " + e.getMessage()));
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    cut();
  }
}
