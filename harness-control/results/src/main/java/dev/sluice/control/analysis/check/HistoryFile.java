package dev.sluice.control.analysis.check;

import static dev.sluice.jms.tracking.history.HistoryFormat.CHECKSUM;
import static dev.sluice.jms.tracking.history.HistoryFormat.FIRST_WORKER;
import static dev.sluice.jms.tracking.history.HistoryFormat.LINES;
import static dev.sluice.jms.tracking.history.HistoryFormat.MAGIC;

import dev.sluice.control.analysis.check.RecordReader.Message;
import dev.sluice.control.analysis.check.RecordReader.Settlement;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.format.Table;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * A history as far as it is what was written. Records are read in pieces, because a file may be
 * larger than memory. For one thread.
 */
public final class HistoryFile implements Closeable {

  /** A message when its fate is known. */
  private record Settled(RecordedWorker source, Settlement settlement, Message message) {}

  private static final Table<Settled> TABLE =
      new Table<Settled>()
          .left("worker", row -> row.source.name())
          .left("what", row -> row.settlement.how().of(row.source.sends()))
          .left("sender", row -> row.message.sender())
          .right("number", row -> row.message.number())
          .right("due_ns", row -> row.message.dueNanos())
          .right("start_ns", row -> row.message.startNanos())
          .right("end_ns", row -> row.message.endNanos())
          .right("settled_ns", row -> row.settlement.nanos() - row.source.file.epochOffsetNanos)
          .right("epoch_offset_ns", row -> row.source.file.epochOffsetNanos);

  /** The first line of what {@link #print} prints. */
  public static final String HEADER = TABLE.csvHeader();

  private static final String TOPIC = "topic ";
  private static final int HEAD_BYTES = 20; // of a block, at most
  private static final int MAX_BLOCK_BYTES = 1 << 24;

  /** A piece of a stream. */
  record Block(int stream, long at, int bytes) {}

  /**
   * What one worker recorded.
   *
   * @param name as {@code receivers-17}
   * @param sends whether it is what it sent; else what it received
   * @param begunNanos when it began, since 1970
   * @param missesLast whether a message that nothing came after is lost to it
   * @param places where it receives from, empty if it gets all messages; queues that its workload
   *     sends to
   * @param sources where what it receives is sent to, or where it sends to itself; empty if that is
   *     not known
   */
  record RecordedWorker(
      HistoryFile file,
      String workload,
      String name,
      boolean sends,
      long begunNanos,
      boolean missesLast,
      Set<String> places,
      Set<String> sources,
      List<Block> blocks) {}

  private final FileChannel channel;
  private final List<RecordedWorker> sources = new ArrayList<>();
  private final Map<Integer, String> senders = new HashMap<>(); // by index
  private final Map<String, Map<String, Long>> lying = new HashMap<>(); // by workload and place
  private String process = "";
  private long epochOffsetNanos;
  private boolean ended;
  private final String flaw;

  /**
   * Finds out what is in a file.
   *
   * @throws RunFolderException if it is not a history
   */
  public HistoryFile(Path path) throws IOException {
    this.channel = FileChannel.open(path);
    CRC32 sum = new CRC32();
    ByteBuffer magic = read(0, MAGIC.length());
    sum.update(magic.duplicate());
    if (!MAGIC.equals(StandardCharsets.US_ASCII.decode(magic).toString())) {
      channel.close();
      throw new RunFolderException(path + " is not a history that this version can read");
    }
    String found = blocks(sum);
    flaw = found.isEmpty() ? "" : path + " is " + found;
  }

  /** Returns what is wrong with the file, empty if nothing is. */
  private String blocks(CRC32 sum) throws IOException {
    long at = MAGIC.length();
    long whole = at;
    List<Block> unchecked = new ArrayList<>();
    try {
      while (at < channel.size()) {
        ByteBuffer head = read(at, HEAD_BYTES);
        int stream = (int) RecordReader.number(head);
        int bytes = (int) RecordReader.number(head);
        Block block = new Block(stream, at + head.position(), bytes);
        if (bytes < 0 || bytes > MAX_BLOCK_BYTES) {
          return "damaged after byte " + whole;
        }
        ByteBuffer content = read(block);
        if (content.remaining() < bytes) {
          break;
        }
        at = block.at() + bytes;
        if (stream != CHECKSUM) {
          sum.update(head.flip());
          sum.update(content);
          unchecked.add(block);
        } else if (content.order(ByteOrder.LITTLE_ENDIAN).getInt() != (int) sum.getValue()) {
          return "damaged after byte " + whole;
        } else {
          accept(unchecked);
          unchecked.clear();
          whole = at;
        }
      }
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      return "damaged after byte " + whole;
    }
    return ended && whole == at ? "" : "cut off after byte " + whole;
  }

  private void accept(List<Block> blocks) throws IOException {
    for (Block block : blocks) {
      if (block.stream() == LINES) {
        StandardCharsets.UTF_8.decode(read(block)).toString().lines().forEach(this::line);
      } else {
        sources.get(block.stream() - FIRST_WORKER).blocks().add(block);
      }
    }
  }

  /** Takes note of a line that a history says about itself. */
  private void line(String line) {
    String[] fields = line.split("\t", -1);
    switch (fields[0]) {
      case "clock" -> {
        process = line;
        epochOffsetNanos = Long.parseLong(fields[2]) - Long.parseLong(fields[1]);
      }
      case "sends", "arrivals" -> {
        boolean sends = fields[0].equals("sends");
        List<String> places = Arrays.asList(fields).subList(5, fields.length);
        sources.add(
            new RecordedWorker(
                this,
                fields[1],
                fields[1] + "-" + fields[2],
                sends,
                Long.parseLong(fields[3]) + epochOffsetNanos,
                Boolean.parseBoolean(fields[4]),
                places.stream()
                    .filter(each -> !each.startsWith(TOPIC))
                    .collect(Collectors.toUnmodifiableSet()),
                places.stream()
                    .limit(sends ? 1 : places.size())
                    .map(each -> each.replaceFirst("^subscription .* of ", TOPIC))
                    .collect(Collectors.toUnmodifiableSet()),
                new ArrayList<>()));
      }
      case "sender" -> senders.put(Integer.parseInt(fields[1]), fields[2]);
      case "lying" ->
          lying
              .computeIfAbsent(fields[1], added -> new HashMap<>())
              .put(fields[2], Long.parseLong(fields[3]));
      default -> ended = fields[0].equals("end");
    }
  }

  /** Prints each message when its fate is known, as comma-separated values; times by the clock. */
  public void print(PrintWriter to) throws IOException {
    for (RecordedWorker source : sources) {
      RecordReader records = new RecordReader(source);
      for (Settlement next = records.next(); next != null; next = records.next()) {
        for (Message each : next.messages()) {
          to.print(TABLE.csvLines(List.of(new Settled(source, next, each))));
        }
      }
    }
  }

  /** As much as there is from a place on. */
  private ByteBuffer read(long at, int bytes) throws IOException {
    ByteBuffer read = ByteBuffer.allocate(bytes);
    while (read.hasRemaining() && channel.read(read, at + read.position()) > 0) {
      // goes on
    }
    return read.flip();
  }

  ByteBuffer read(Block block) throws IOException {
    return read(block.at(), block.bytes());
  }

  /** Which process wrote it: its clocks when it began, and its host. */
  public String process() {
    return process;
  }

  /** Why it is not all that was recorded, in a sentence; empty if it is. */
  public String flaw() {
    return flaw;
  }

  String sender(int index) {
    return senders.get(index);
  }

  List<RecordedWorker> sources() {
    return sources;
  }

  /** How many messages of a workload's receivers lie where nobody receives them any more. */
  Map<String, Long> lying(String workload) {
    return lying.getOrDefault(workload, Map.of());
  }

  /** What to add to a time in it, to have nanoseconds since 1970. */
  long epochOffsetNanos() {
    return epochOffsetNanos;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
