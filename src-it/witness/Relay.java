import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A witness: relays TCP on the loopback between clients and one broker, and stamps each message on
 * its way by its own clock. One file, no dependency, and nothing of the harness that it watches.
 *
 * <pre>
 * java Relay.java relay mq|artemis|amqp|amqp091 PORT BROKER_PORT STAMPS [TROUBLE...]
 *   TROUBLE: stall=AFTER_MS,FOR_MS   nothing passes for a time
 *            ramp=OVER_MS,TO_MS      what the broker says comes later and later, then stays so late
 *            late=MS,SIGMA           what the broker says comes later, by a lognormal time with this median
 *            tail=PERCENT,MS         so much of what the broker says comes that much later, by chance
 *                                    (late and tail: on each connection from its first put)
 *            limit=MESSAGES_PER_S    puts pass at this rate at most
 *            bytes=BYTES_PER_S       bytes of the client pass at this rate at most
 *            Times count from the first put.
 * java Relay.java print STAMPS              the stamps as CSV
 * java Relay.java decode PROTOCOL CLIENT_BYTES BROKER_BYTES [PIECE]
 *                                           the messages in recorded bytes, fed in pieces, as CSV
 * java Relay.java cost                      the round trip of a loopback with the relay and without
 * </pre>
 *
 * <p>Port 0 is any; the relay prints {@code listening on PORT}. It ends, with all stamps written,
 * when its standard input does.
 *
 * <p>A message of the client is stamped when its last byte was read, before trouble holds it up;
 * one of the broker just before it is passed on, after trouble held it up. So stamps are what the
 * client's end of the wire saw, trouble included. Bytes are passed on before they are looked at,
 * except where a limit has to count first.
 *
 * <p>The file of stamps is a line of text, padded to 64 bytes ({@code witness 1 PROTOCOL OFFSET};
 * time less offset is the steady clock's), and then a record of 32 bytes for each message, big-endian: time (8 bytes, nanoseconds since 1970), identity (8, see {@link
 * Protocol}), number (4, among those of its kind on the connection, from 1), bytes (4), channel
 * (4, within the connection), connection (2), direction (1: '>' to the broker, '<' to the client),
 * kind (1, see {@link Kind}). Records of one connection and direction are in order; others are not.
 */
final class Relay {

  private static final int CHUNK = 256 << 10;

  private Relay() {}

  public static void main(String[] args) throws Exception {
    String mode = args.length == 0 ? "" : args[0];
    if (mode.equals("relay") && args.length >= 5) {
      relay(args);
    } else if (mode.equals("print") && args.length == 2) {
      Stamps.print(Path.of(args[1]), System.out);
    } else if (mode.equals("decode") && args.length >= 4) {
      int piece = args.length > 4 ? Integer.parseInt(args[4]) : Integer.MAX_VALUE;
      decode(args[1], Path.of(args[2]), Path.of(args[3]), piece, System.out);
    } else if (mode.equals("cost")) {
      Cost.measure();
    } else {
      System.err.println("usage: java Relay.java relay|print|decode|cost ... (see the source)");
      System.exit(2);
    }
  }

  // ---------------------------------------------------------------- kinds and stamps

  /** What a message is, whatever the protocol. */
  enum Kind {
    /** The client puts a message. */
    PUT('p'),
    /** The broker answers a put (or a commit, where the protocol's answers are alike). */
    ANSWER('a'),
    /** The client asks for a message. */
    GET('g'),
    /** The broker delivers a message. */
    MESSAGE('m'),
    /** The broker has no message. */
    EMPTY('e'),
    /** The client acknowledges messages. */
    ACK('k'),
    COMMIT('c'),
    COMMITTED('d'),
    ROLLBACK('r'),
    /** The broker refuses. */
    REFUSED('x'),
    OTHER('o'),
    /** Bytes that are not of the protocol: from here on nothing is stamped in this direction. */
    LOST('?');

    final char code;

    Kind(char code) {
      this.code = code;
    }
  }

  /** The clock of the witness: nanoseconds since 1970 that only go forward. */
  static final class Clock {

    private static final long OFFSET = offset();

    static long now() {
      return System.nanoTime() + OFFSET;
    }

    /** Of the wall clock to the steady one, by the pair of readings that were closest together. */
    private static long offset() {
      long closest = Long.MAX_VALUE;
      long offset = 0;
      for (int i = 0; i < 1_000; i++) {
        long before = System.nanoTime();
        Instant wall = Instant.now();
        long after = System.nanoTime();
        if (after - before < closest) {
          closest = after - before;
          offset = wall.getEpochSecond() * 1_000_000_000L + wall.getNano() - before - closest / 2;
        }
      }
      return offset;
    }
  }

  /** The file of stamps, written by a thread of its own. */
  static final class Stamps {

    static final int HEAD = 64;
    static final int RECORD = 32;
    private static final int BATCH = RECORD * 4096;

    private final FileChannel file;
    private final Queue<Page> pages = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<ByteBuffer> full = new LinkedBlockingQueue<>();
    private final Queue<ByteBuffer> spare = new ConcurrentLinkedQueue<>();
    private volatile boolean closing;
    private final Thread writer = new Thread(this::write, "stamps");

    Stamps(Path path, String protocol) throws IOException {
      file =
          FileChannel.open(
              path,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
      byte[] head = new byte[HEAD];
      Arrays.fill(head, (byte) ' ');
      byte[] text = ("witness 1 " + protocol + " " + Clock.OFFSET).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(text, 0, head, 0, text.length);
      head[HEAD - 1] = '\n';
      file.write(ByteBuffer.wrap(head));
      writer.setDaemon(true);
      writer.start();
    }

    /** Where one direction of one connection writes. */
    Page page(int connection, char direction) {
      Page page = new Page(connection, direction);
      pages.add(page);
      return page;
    }

    void close() throws IOException, InterruptedException {
      closing = true;
      writer.join();
      file.close();
    }

    /** What is not full is written each second, so a killed witness loses no more than that. */
    private void write() {
      try {
        long flush = System.nanoTime();
        while (true) {
          boolean last = closing;
          ByteBuffer batch = full.poll(100, TimeUnit.MILLISECONDS);
          if (batch != null) {
            write(batch);
          } else if (last || System.nanoTime() - flush > 1_000_000_000L) {
            flush = System.nanoTime();
            for (Page page : pages) {
              ByteBuffer part = page.take();
              if (part.position() > 0) {
                write(part);
              } else {
                spare.add(part);
              }
            }
            pages.removeIf(page -> page.ended);
            if (last && full.isEmpty()) {
              return;
            }
          }
        }
      } catch (IOException e) {
        System.err.println("stamps are lost: " + e);
        System.exit(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void write(ByteBuffer batch) throws IOException {
      batch.flip();
      while (batch.hasRemaining()) {
        file.write(batch);
      }
      batch.clear();
      spare.add(batch);
    }

    private ByteBuffer empty() {
      ByteBuffer buffer = spare.poll();
      return buffer == null ? ByteBuffer.allocateDirect(BATCH) : buffer;
    }

    /** The lock is held for some nanoseconds, and wanted by another thread once a second. */
    final class Page {

      private final int connection;
      private final char direction;
      private final int[] numbers = new int[Kind.values().length];
      private ByteBuffer batch = empty();
      private volatile boolean ended;

      Page(int connection, char direction) {
        this.connection = connection;
        this.direction = direction;
      }

      synchronized void add(long nanos, Kind kind, int channel, long identity, int bytes) {
        if (!batch.hasRemaining()) {
          full.add(batch);
          batch = empty();
        }
        batch.putLong(nanos).putLong(identity).putInt(++numbers[kind.ordinal()]).putInt(bytes);
        batch.putInt(channel).putShort((short) connection);
        batch.put((byte) direction).put((byte) kind.code);
      }

      void end() {
        ended = true;
      }

      private synchronized ByteBuffer take() {
        ByteBuffer taken = batch;
        batch = empty();
        return taken;
      }
    }

    static void print(Path path, PrintStream out) throws IOException {
      ByteBuffer records = ByteBuffer.wrap(Files.readAllBytes(path)).position(HEAD);
      StringBuilder text = new StringBuilder("nanos,connection,channel,direction,kind,number,identity,bytes\n");
      while (records.remaining() >= RECORD) {
        long nanos = records.getLong();
        long identity = records.getLong();
        int number = records.getInt();
        int bytes = records.getInt();
        int channel = records.getInt();
        int connection = records.getShort() & 0xffff;
        char direction = (char) records.get();
        char kind = (char) records.get();
        text.append(nanos).append(',').append(connection).append(',').append(channel).append(',');
        text.append(direction).append(',').append(kind).append(',').append(number).append(',');
        text.append(Long.toHexString(identity)).append(',').append(bytes).append('\n');
        if (text.length() > CHUNK) {
          out.print(text);
          text.setLength(0);
        }
      }
      out.print(text);
      out.flush();
    }
  }

  // ---------------------------------------------------------------- protocols

  /** Told of each message. */
  interface Ear {
    void heard(Kind kind, int channel, long identity, int bytes);
  }

  /**
   * One direction of a connection: cuts the bytes into frames, whatever pieces they come in, and
   * tells what they are. An identity is of the message, the same wherever it passes, made of the id
   * that the protocol gives it (0: it has none here), except where it says otherwise.
   */
  abstract static class Protocol {

    /** More of a frame is not looked at. */
    private static final int KEPT = 1 << 20;

    private final Ear ear;
    private byte[] frame = new byte[4096];
    private int kept;
    private long missing = -1; // bytes of the frame that are still to come; -1: unknown
    private long length;
    private boolean lost;

    Protocol(Ear ear) {
      this.ear = ear;
    }

    static Protocol of(String name, char direction, Ear ear) {
      return switch (name) {
        case "mq" -> new Mq(ear);
        case "artemis" -> new Artemis(ear);
        case "amqp" -> new Amqp(direction == '>', ear);
        case "amqp091" -> new Amqp091(direction == '>', ear);
        default -> throw new IllegalArgumentException("unknown protocol " + name);
      };
    }

    /** The bytes of the frame that begins here, or -1 if it takes more bytes to know. */
    abstract long length(ByteBuffer begin);

    /** A whole frame; the buffer ends with it, or with what is kept of it. */
    abstract void frame(ByteBuffer frame, int bytes);

    final void tell(Kind kind, int channel, long identity, int bytes) {
      ear.heard(kind, channel, identity, bytes);
    }

    /** Takes what has come. */
    final void take(ByteBuffer bytes) {
      while (bytes.hasRemaining() && !lost) {
        if (missing < 0) {
          keep(bytes, 1);
          length = length(ByteBuffer.wrap(frame, 0, kept));
          if (length >= 0 && length < kept || length > Integer.MAX_VALUE) {
            lost = true;
            tell(Kind.LOST, 0, 0, kept);
            return;
          }
          missing = length < 0 ? -1 : length - kept;
        } else {
          int part = (int) Math.min(missing, bytes.remaining());
          keep(bytes, part);
          missing -= part;
        }
        if (missing == 0) {
          missing = -1;
          int all = kept;
          kept = 0;
          try {
            frame(ByteBuffer.wrap(frame, 0, all), (int) length);
          } catch (RuntimeException e) { // a field lies beyond the end: not what it seemed to be
            lost = true;
            tell(Kind.LOST, 0, 0, all);
          }
        }
      }
    }

    private void keep(ByteBuffer bytes, int count) {
      int room = Math.min(count, KEPT - kept);
      if (kept + room > frame.length) {
        frame = Arrays.copyOf(frame, Math.min(KEPT, Math.max(kept + room, 2 * frame.length)));
      }
      bytes.get(frame, kept, room);
      kept += room;
      bytes.position(bytes.position() + count - room);
    }

    /** Of bytes, well mixed; 0 if all of them are. */
    static long identity(ByteBuffer bytes, int from, int count) {
      long hash = 0;
      boolean any = false;
      for (int i = from; i < from + count; i++) {
        byte next = bytes.get(i);
        any |= next != 0;
        hash = (hash ^ next & 0xff) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
      }
      return any ? hash : 0;
    }
  }

  /**
   * IBM MQ's channel protocol: segments with a header (TSH, TSHC; TSHM with conversation and
   * request), of which long flows take several. The channel is the conversation. The client does
   * not know the id of a message that it puts; the queue manager's answer has it.
   */
  static final class Mq extends Protocol {

    private static final int TSHM = 0x5453484D;
    private static final int FIRST = 0x10;
    private static final int LAST = 0x20;
    private static final int MD = 16; // behind the header of a call
    private static final int MESSAGE_ID = 48; // in the MD
    private static final int ID_BYTES = 24;

    /** A flow of several segments, of which some have come. */
    private record Begun(Kind kind, long identity, int bytes) {}

    private final Map<Integer, Begun> begun = new HashMap<>();

    Mq(Ear ear) {
      super(ear);
    }

    @Override
    long length(ByteBuffer begin) {
      if (begin.limit() >= 3 && (begin.getShort(0) != 0x5453 || begin.get(2) != 'H')) {
        return 0;
      }
      return begin.limit() < 8 ? -1 : begin.getInt(4);
    }

    @Override
    void frame(ByteBuffer segment, int bytes) {
      boolean conversation = segment.getInt(0) == TSHM;
      int channel = conversation ? segment.getInt(8) : 0;
      int type = segment.get(conversation ? 17 : 9) & 0xff;
      int flags = segment.get(conversation ? 18 : 10);
      int body = conversation ? 36 : 28;
      Begun flow =
          (flags & FIRST) != 0 || !begun.containsKey(channel)
              ? flow(segment, type, body, bytes)
              : add(begun.get(channel), bytes);
      if ((flags & LAST) != 0) {
        begun.remove(channel);
        tell(flow.kind, channel, flow.identity, flow.bytes);
      } else {
        begun.put(channel, flow);
      }
    }

    private static Begun add(Begun flow, int bytes) {
      return new Begun(flow.kind, flow.identity, flow.bytes + bytes);
    }

    private static Begun flow(ByteBuffer segment, int type, int body, int bytes) {
      Kind kind =
          switch (type) {
            case 0x86, 0x87 -> Kind.PUT;
            case 0x8C -> segment.getInt(body + 16) == 2 ? Kind.PUT : Kind.OTHER;
            case 0x96, 0x97 -> failed(segment, body) ? Kind.REFUSED : Kind.ANSWER;
            case 0x9C -> spiAnswer(segment, body);
            case 0x85, 0x0E -> Kind.GET;
            case 0x95 -> got(segment, body);
            case 0x0D -> Kind.MESSAGE;
            case 0x8A -> Kind.COMMIT;
            case 0x9A -> failed(segment, body) ? Kind.REFUSED : Kind.COMMITTED;
            case 0x8B -> Kind.ROLLBACK;
            default -> Kind.OTHER;
          };
      long identity =
          switch (type) {
            case 0x96, 0x97 -> id(segment, body + MD);
            case 0x9C -> kind == Kind.ANSWER ? id(segment, body + 40) : 0;
            case 0x95 -> kind == Kind.MESSAGE ? id(segment, body + MD) : 0;
            case 0x0D -> id(segment, body + 52 + (3 + segment.get(body + 54) + 3) / 4 * 4);
            default -> 0;
          };
      return new Begun(kind, identity, bytes);
    }

    private static long id(ByteBuffer segment, int md) {
      return identity(segment, md + MESSAGE_ID, ID_BYTES);
    }

    private static boolean failed(ByteBuffer segment, int body) {
      return segment.getInt(body + 4) == 2;
    }

    private static Kind spiAnswer(ByteBuffer segment, int body) {
      boolean put = segment.limit() >= body + 20 && segment.getInt(body + 16) == 2;
      return !put ? Kind.OTHER : failed(segment, body) ? Kind.REFUSED : Kind.ANSWER;
    }

    /** A message that was too long for the buffer is asked for again. */
    private static Kind got(ByteBuffer segment, int body) {
      return switch (segment.getInt(body + 4)) {
        case 0 -> Kind.MESSAGE;
        case 1 -> segment.getInt(body + 8) == 2080 ? Kind.OTHER : Kind.MESSAGE;
        default -> Kind.EMPTY;
      };
    }
  }

  /**
   * The core protocol of Artemis: packets with length, type and channel. A message has its length
   * without what follows the body, the body, a number, the address, and then its id, if its sender
   * gave it one.
   */
  static final class Artemis extends Protocol {

    private static final int BODY = 13; // behind length, type and channel
    private static final int GREETING = 0x41525445; // "ARTE" of "ARTEMIS"
    private static final int ID_BYTES = 16;

    Artemis(Ear ear) {
      super(ear);
    }

    @Override
    long length(ByteBuffer begin) {
      if (begin.limit() < 4) {
        return -1;
      }
      int length = begin.getInt(0);
      return length == GREETING ? 7 : length < 9 ? 0 : 4L + length;
    }

    @Override
    void frame(ByteBuffer packet, int bytes) {
      if (packet.getInt(0) == GREETING) {
        return;
      }
      int channel = (int) packet.getLong(5);
      switch (packet.get(4)) {
        case 71 -> tell(Kind.PUT, channel, id(packet), bytes);
        case 75 -> tell(Kind.MESSAGE, channel, id(packet), bytes);
        case 21 -> tell(Kind.ANSWER, channel, 0, bytes);
        case 20 -> tell(Kind.REFUSED, channel, 0, bytes);
        case 78 -> tell(Kind.GET, channel, 0, bytes);
        case 41, 81 -> tell(Kind.ACK, channel, 0, bytes);
        case 43 -> tell(Kind.COMMIT, channel, 0, bytes);
        case 44 -> tell(Kind.ROLLBACK, channel, 0, bytes);
        default -> tell(Kind.OTHER, channel, 0, bytes);
      }
    }

    private static long id(ByteBuffer packet) {
      int at = BODY + packet.getInt(BODY) - BODY + 4 + 8; // the length counts a packet's header
      if (at < BODY || at >= packet.limit()) {
        return 0; // a message of which not all is kept
      }
      if (packet.get(at++) != 0) {
        at += 4 + packet.getInt(at);
      }
      return packet.get(at) == 0 ? 0 : identity(packet, at + 1, ID_BYTES);
    }
  }

  /**
   * AMQP 1.0: frames with a performative and, of a transfer, a message in sections. The identity of
   * a transfer is the message's id. That of a disposition is the first of the deliveries that it
   * settles, and its bytes are their count.
   */
  static final class Amqp extends Protocol {

    private static final int GREETING = 0x414D5150; // "AMQP"
    private static final int FLOW = 0x13;
    private static final int TRANSFER = 0x14;
    private static final int DISPOSITION = 0x15;
    private static final int PROPERTIES = 0x73;

    private final boolean fromClient;
    private final Map<Integer, Long> begun = new HashMap<>(); // id of a delivery with more to come
    private final Map<Integer, Integer> begunBytes = new HashMap<>();

    Amqp(boolean fromClient, Ear ear) {
      super(ear);
      this.fromClient = fromClient;
    }

    @Override
    long length(ByteBuffer begin) {
      if (begin.limit() < 4) {
        return -1;
      }
      int length = begin.getInt(0);
      return length == GREETING ? 8 : length < 8 ? 0 : length;
    }

    @Override
    void frame(ByteBuffer frame, int bytes) {
      if (frame.getInt(0) == GREETING || frame.get(5) != 0 || bytes == 8) {
        return; // SASL, and the frames that only say that somebody is there
      }
      int channel = frame.getShort(6) & 0xffff;
      frame.position((frame.get(4) & 0xff) * 4);
      int type = descriptor(frame);
      int fields = list(frame);
      switch (type) {
        case TRANSFER -> transfer(frame, fields, channel, bytes);
        case DISPOSITION -> disposition(frame, channel, fields);
        case FLOW -> tell(fromClient ? Kind.GET : Kind.OTHER, channel, 0, bytes);
        default -> tell(Kind.OTHER, channel, 0, bytes);
      }
    }

    private void transfer(ByteBuffer frame, int fields, int channel, int bytes) {
      int end = listEnd;
      boolean more = false;
      int link = 0;
      for (int field = 0; field < fields; field++) {
        if (field == 0) {
          link = (int) number(frame);
        } else if (field == 5) {
          more = number(frame) == 1;
        } else {
          skip(frame);
        }
      }
      frame.position(end);
      boolean first = !begun.containsKey(link);
      long identity = first ? messageId(frame) : begun.remove(link);
      int all = bytes + (first ? 0 : begunBytes.remove(link));
      if (more) {
        begun.put(link, identity);
        begunBytes.put(link, all);
      } else {
        tell(fromClient ? Kind.PUT : Kind.MESSAGE, channel, identity, all);
      }
    }

    private void disposition(ByteBuffer frame, int channel, int fields) {
      skip(frame); // the role: who receives
      long first = number(frame);
      long last = fields > 2 ? number(frame) : -1;
      int count = last < 0 ? 1 : (int) (last - first + 1);
      tell(fromClient ? Kind.ACK : Kind.ANSWER, channel, first, count);
    }

    /** The first of the properties, behind sections that come before them. */
    private static long messageId(ByteBuffer message) {
      while (message.hasRemaining()) {
        int section = descriptor(message);
        if (section > PROPERTIES) {
          return 0;
        }
        if (section < PROPERTIES) {
          skip(message);
          continue;
        }
        if (new Amqp(false, null).list(message) == 0) {
          return 0;
        }
        int from = message.position();
        skip(message);
        int count = message.position() - from;
        return count == 1 ? 0 : identity(message, from, count);
      }
      return 0;
    }

    private int listEnd;

    /** Goes to the first field of a list; returns how many there are. */
    private int list(ByteBuffer bytes) {
      int type = bytes.get() & 0xff;
      int size = type == 0x45 ? 0 : type == 0xc0 ? bytes.get() & 0xff : bytes.getInt();
      listEnd = bytes.position() + size;
      return type == 0x45 ? 0 : type == 0xc0 ? bytes.get() & 0xff : bytes.getInt();
    }

    private static int descriptor(ByteBuffer bytes) {
      if (bytes.get() != 0) {
        throw new IllegalArgumentException("no described value");
      }
      return (int) number(bytes);
    }

    /** A number or a truth value; -1 for none. */
    private static long number(ByteBuffer bytes) {
      int type = bytes.get() & 0xff;
      return switch (type) {
        case 0x40 -> -1;
        case 0x41 -> 1;
        case 0x42, 0x43, 0x44 -> 0;
        case 0x50, 0x52, 0x53, 0x56 -> bytes.get() & 0xff;
        case 0x60 -> bytes.getShort() & 0xffff;
        case 0x70 -> bytes.getInt() & 0xffffffffL;
        case 0x80 -> bytes.getLong();
        default -> throw new IllegalArgumentException("no number: " + type);
      };
    }

    /** The upper half of a type is the size of its values, or of the size that they begin with. */
    private static void skip(ByteBuffer bytes) {
      int type = bytes.get() & 0xff;
      if (type == 0) {
        skip(bytes);
        skip(bytes);
        return;
      }
      int size =
          switch (type >> 4) {
            case 4 -> 0;
            case 5 -> 1;
            case 6 -> 2;
            case 7 -> 4;
            case 8 -> 8;
            case 9 -> 16;
            case 0xa, 0xc, 0xe -> bytes.get() & 0xff;
            case 0xb, 0xd, 0xf -> bytes.getInt();
            default -> throw new IllegalArgumentException("no type: " + type);
          };
      bytes.position(bytes.position() + size);
    }
  }

  /** AMQP 0-9-1: a put and a delivery are stamped with the method that begins them. No identities. */
  static final class Amqp091 extends Protocol {

    private static final int GREETING = 0x414D5150; // "AMQP"
    private static final int AROUND = 8; // type, channel, size; and the end
    private static final int BASIC = 60;

    private final boolean fromClient;

    Amqp091(boolean fromClient, Ear ear) {
      super(ear);
      this.fromClient = fromClient;
    }

    @Override
    long length(ByteBuffer begin) {
      if (begin.limit() < 7) {
        return -1;
      }
      return begin.getInt(0) == GREETING ? 8 : AROUND + (begin.getInt(3) & 0xffffffffL);
    }

    @Override
    void frame(ByteBuffer frame, int bytes) {
      if (frame.get(0) != 1 || frame.getInt(0) == GREETING) {
        return; // content, heartbeats
      }
      int channel = frame.getShort(1) & 0xffff;
      int type = frame.getShort(7);
      int method = frame.getShort(9);
      if (type == BASIC) {
        tell(basic(method), channel, 0, bytes);
      } else {
        tell(Kind.OTHER, channel, 0, bytes);
      }
    }

    private Kind basic(int method) {
      return switch (method) {
        case 40 -> Kind.PUT;
        case 60, 71 -> Kind.MESSAGE;
        case 70 -> Kind.GET;
        case 72 -> Kind.EMPTY;
        case 80 -> fromClient ? Kind.ACK : Kind.ANSWER;
        case 120 -> fromClient ? Kind.OTHER : Kind.REFUSED;
        default -> Kind.OTHER;
      };
    }
  }

  // ---------------------------------------------------------------- trouble

  /** What the wire does to messages. Times count from the first put of all connections. */
  static final class Trouble {

    private long stallAfter = -1;
    private long stallFor;
    private long rampOver;
    private long rampTo;
    private double lateNanos;
    private double lateSigma;
    private double tailShare;
    private long tailNanos;
    private double gapPerMessage; // nanoseconds; 0 = no limit
    private double gapPerByte;

    private volatile long begun; // 0 = no put yet
    private double nextFree; // the limit's schedule

    static Trouble of(List<String> words) {
      Trouble trouble = new Trouble();
      for (String word : words) {
        String[] parts = word.split("[=,]");
        switch (parts[0]) {
          case "stall" -> {
            trouble.stallAfter = millis(parts[1]);
            trouble.stallFor = millis(parts[2]);
          }
          case "ramp" -> {
            trouble.rampOver = millis(parts[1]);
            trouble.rampTo = millis(parts[2]);
          }
          case "late" -> {
            trouble.lateNanos = millis(parts[1]);
            trouble.lateSigma = Double.parseDouble(parts[2]);
          }
          case "tail" -> {
            trouble.tailShare = Double.parseDouble(parts[1]) / 100;
            trouble.tailNanos = millis(parts[2]);
          }
          case "limit" -> trouble.gapPerMessage = 1e9 / Double.parseDouble(parts[1]);
          case "bytes" -> trouble.gapPerByte = 1e9 / Double.parseDouble(parts[1]);
          default -> throw new IllegalArgumentException("unknown trouble " + word);
        }
      }
      return trouble;
    }

    private static long millis(String text) {
      return (long) (Double.parseDouble(text) * 1e6);
    }

    boolean delays() {
      return rampTo > 0 || lateNanos > 0 || tailNanos > 0;
    }

    boolean limits() {
      return gapPerMessage > 0 || gapPerByte > 0;
    }

    boolean any() {
      return stallFor > 0 || delays() || limits();
    }

    void firstPut(long now) {
      if (begun == 0) {
        synchronized (this) {
          if (begun == 0) {
            begun = now;
            System.out.println("first put at " + now);
          }
        }
      }
    }

    /** Waits for the end of the stall, if there is one now. */
    void stall() {
      long since = Clock.now() - begun;
      if (begun != 0 && stallFor > 0 && since >= stallAfter && since < stallAfter + stallFor) {
        waitUntil(begun + stallAfter + stallFor);
      }
    }

    /** How much later what the broker says now comes to a client that has put a message, or not yet. */
    long delay(long now, boolean hasPut) {
      if (begun == 0) {
        return 0;
      }
      long since = now - begun;
      double ramp = since >= rampOver ? rampTo : (double) rampTo * since / rampOver;
      if (!hasPut) {
        return (long) ramp;
      }
      ThreadLocalRandom random = ThreadLocalRandom.current();
      double late = lateNanos * Math.exp(lateSigma * random.nextGaussian());
      return (long) (ramp + late + (random.nextDouble() < tailShare ? tailNanos : 0));
    }

    /** Waits until so much may pass, over all connections. */
    void limit(int puts, int bytes) {
      double slot;
      synchronized (this) {
        slot = Math.max(nextFree, Clock.now());
        nextFree = slot + puts * gapPerMessage + bytes * gapPerByte;
      }
      waitUntil((long) slot);
    }

    static void waitUntil(long nanos) {
      for (long left = nanos - Clock.now(); left > 0; left = nanos - Clock.now()) {
        LockSupport.parkNanos(left);
      }
    }
  }

  // ---------------------------------------------------------------- the relay

  private static void relay(String[] args) throws Exception {
    String protocol = args[1];
    Protocol.of(protocol, '>', null); // an unknown one is found now
    int brokerPort = Integer.parseInt(args[3]);
    Trouble trouble = Trouble.of(Arrays.asList(args).subList(5, args.length));
    InetAddress here = InetAddress.getLoopbackAddress();
    ServerSocketChannel server = ServerSocketChannel.open();
    server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    server.bind(new InetSocketAddress(here, Integer.parseInt(args[2])), 1_000);
    Stamps stamps = new Stamps(Path.of(args[4]), protocol);
    System.out.println("listening on " + ((InetSocketAddress) server.getLocalAddress()).getPort());
    start("accept", () -> accept(server, new InetSocketAddress(here, brokerPort), stamps, protocol, trouble));
    while (System.in.read() >= 0) {
      // whoever started it holds the other end
    }
    stamps.close();
    System.exit(0);
  }

  private static void accept(
      ServerSocketChannel server,
      InetSocketAddress broker,
      Stamps stamps,
      String protocol,
      Trouble trouble) {
    for (int connection = 1; ; connection++) {
      try {
        SocketChannel client = server.accept();
        SocketChannel there;
        try {
          there = SocketChannel.open(broker);
        } catch (IOException e) {
          client.close();
          continue;
        }
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        there.setOption(StandardSocketOptions.TCP_NODELAY, true);
        AtomicBoolean hasPut = new AtomicBoolean();
        Way out = new Way(client, there, stamps.page(connection, '>'), '>', protocol, trouble, hasPut);
        Way back = new Way(there, client, stamps.page(connection, '<'), '<', protocol, trouble, hasPut);
        start("to broker " + connection, out::run);
        start("to client " + connection, trouble.delays() ? back::runLate : back::run);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** One direction of a connection, on a thread of its own. */
  static final class Way {

    private final SocketChannel from;
    private final SocketChannel to;
    private final Stamps.Page page;
    private final boolean toBroker;
    private final Trouble trouble;
    private final AtomicBoolean hasPut; // the connection's
    private final Protocol protocol;
    private long at; // of what is being stamped
    private int puts; // among it

    Way(
        SocketChannel from,
        SocketChannel to,
        Stamps.Page page,
        char direction,
        String protocol,
        Trouble trouble,
        AtomicBoolean hasPut) {
      this.from = from;
      this.to = to;
      this.page = page;
      this.toBroker = direction == '>';
      this.trouble = trouble;
      this.hasPut = hasPut;
      this.protocol = Protocol.of(protocol, direction, this::stamp);
    }

    private void stamp(Kind kind, int channel, long identity, int bytes) {
      page.add(at, kind, channel, identity, bytes);
      if (kind == Kind.PUT) {
        puts++;
      }
    }

    void run() {
      ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
      try {
        while (from.read(chunk) >= 0) {
          at = Clock.now();
          chunk.flip();
          if (trouble.any()) {
            passInTrouble(chunk);
          } else {
            write(chunk);
            protocol.take(chunk.position(0));
          }
          chunk.clear();
        }
        end();
      } catch (IOException e) {
        close();
      } finally {
        page.end();
      }
    }

    private void passInTrouble(ByteBuffer chunk) throws IOException {
      if (toBroker) {
        puts = 0;
        int bytes = chunk.limit();
        protocol.take(chunk);
        if (puts > 0) {
          trouble.firstPut(at);
          hasPut.set(true);
        }
        if (trouble.limits()) {
          trouble.limit(puts, bytes);
        }
        trouble.stall();
        write(chunk.position(0));
      } else {
        trouble.stall();
        at = Clock.now();
        write(chunk);
        protocol.take(chunk.position(0));
      }
    }

    /** A piece that comes later than it was read. */
    private record Late(ByteBuffer piece, long due) {}

    /** Reads on another thread than it writes, because what is late must not hold up what follows. */
    void runLate() {
      BlockingQueue<Late> late = new ArrayBlockingQueue<>(10_000);
      start(Thread.currentThread().getName() + ", late", () -> passLate(late));
      ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
      try {
        while (from.read(chunk) >= 0) {
          long now = Clock.now();
          ByteBuffer piece = ByteBuffer.allocate(chunk.flip().remaining()).put(chunk).flip();
          late.put(new Late(piece, now + trouble.delay(now, hasPut.get())));
          chunk.clear();
        }
        late.put(new Late(null, 0));
      } catch (IOException e) {
        close();
        late.clear(); // there is nobody to pass it to
        late.add(new Late(null, 0));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void passLate(BlockingQueue<Late> late) {
      try {
        for (Late next = late.take(); next.piece != null; next = late.take()) {
          Trouble.waitUntil(next.due);
          trouble.stall();
          at = Clock.now();
          write(next.piece);
          protocol.take(next.piece.position(0));
        }
        end();
      } catch (IOException e) {
        close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        page.end();
      }
    }

    private void write(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        to.write(bytes);
      }
    }

    /** Passes on that no more will come; the later one of both ways closes the connection. */
    private void end() throws IOException {
      to.shutdownOutput();
      if (from.socket().isOutputShutdown()) {
        close();
      }
    }

    private void close() {
      try {
        from.close();
        to.close();
      } catch (IOException e) {
        // both have gone
      }
    }
  }

  // ---------------------------------------------------------------- decoding, and the cost

  static void decode(String protocol, Path client, Path broker, int piece, PrintStream out)
      throws IOException {
    out.println("direction,kind,channel,identity,bytes");
    for (char direction : new char[] {'>', '<'}) {
      Protocol parser =
          Protocol.of(
              protocol,
              direction,
              (kind, channel, identity, bytes) ->
                  out.printf(
                      "%c,%c,%d,%x,%d%n", direction, kind.code, channel, identity, bytes));
      byte[] all = Files.readAllBytes(direction == '>' ? client : broker);
      for (int from = 0; from < all.length; from += Math.min(piece, all.length - from)) {
        parser.take(ByteBuffer.wrap(all, from, Math.min(piece, all.length - from)));
      }
    }
  }

  /** An echo on the loopback, asked directly and through a relay in a process of its own, in turns. */
  static final class Cost {

    private static final int ROUNDS = 6;
    private static final int PINGS = 20_000;

    private Cost() {}

    static void measure() throws Exception {
      ServerSocketChannel echo = ServerSocketChannel.open();
      echo.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      start("echo", () -> echo(echo));
      int port = ((InetSocketAddress) echo.getLocalAddress()).getPort();
      Path stamps = Files.createTempFile("witness", ".stamps");
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      String source = System.getProperty("relay.source", "Relay.java");
      Process relay =
          new ProcessBuilder(java, source, "relay", "mq", "0", "" + port, stamps.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String line = relay.inputReader().readLine();
      int relayed = Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
      System.out.printf(
          Locale.ROOT, "%-8s %8s %12s %12s %12s %14s%n", "way", "bytes", "p50 us", "p99 us", "p99.9 us", "in a row, /s");
      Map<String, long[]> times = new TreeMap<>();
      for (int round = 0; round < ROUNDS; round++) {
        for (int bytes : new int[] {128, 2048}) {
          time(times, "direct", port, bytes, round);
          time(times, "relayed", relayed, bytes, round);
        }
      }
      times.forEach(Cost::print);
      relay.outputWriter().close();
      relay.waitFor();
      Files.delete(stamps);
      System.exit(0);
    }

    private static void print(String what, long[] nanos) {
      long[] sorted = Arrays.copyOfRange(nanos, PINGS, nanos.length); // the first round warms up
      double sum = Arrays.stream(sorted).sum();
      Arrays.sort(sorted);
      String[] words = what.split(" ");
      System.out.printf(
          Locale.ROOT,
          "%-8s %8s %12.1f %12.1f %12.1f %14.0f%n",
          words[0],
          words[1],
          sorted[sorted.length / 2] / 1e3,
          sorted[(int) (sorted.length * 0.99)] / 1e3,
          sorted[(int) (sorted.length * 0.999)] / 1e3,
          1e9 * sorted.length / sum);
    }

    private static void time(Map<String, long[]> times, String way, int port, int bytes, int round)
        throws IOException {
      long[] nanos =
          times.computeIfAbsent(way + " " + bytes, name -> new long[ROUNDS * PINGS]);
      ByteBuffer segment = ByteBuffer.allocateDirect(bytes);
      segment.putInt(0, 0x5453484D).putInt(4, bytes).put(18, (byte) 0x30);
      segment.put(17, (byte) 9);
      try (SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        for (int i = 0; i < PINGS; i++) {
          long begin = System.nanoTime();
          segment.clear();
          while (segment.hasRemaining()) {
            channel.write(segment);
          }
          segment.clear();
          while (segment.hasRemaining() && channel.read(segment) >= 0) {
            // until all of it is back
          }
          nanos[round * PINGS + i] = System.nanoTime() - begin;
        }
      }
    }

    private static void echo(ServerSocketChannel server) {
      while (true) {
        try {
          SocketChannel channel = server.accept();
          channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
          start("echoing", () -> echo(channel));
        } catch (IOException e) {
          return;
        }
      }
    }

    private static void echo(SocketChannel channel) {
      ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
      try (channel) {
        while (channel.read(chunk) >= 0) {
          chunk.flip();
          while (chunk.hasRemaining()) {
            channel.write(chunk);
          }
          chunk.clear();
        }
      } catch (IOException e) {
        // it has gone
      }
    }
  }
}
