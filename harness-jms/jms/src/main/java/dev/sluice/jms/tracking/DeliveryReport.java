package dev.sluice.jms.tracking;

import dev.sluice.jms.tracking.sequence.ArrivalLog.NumberRange;
import dev.sluice.jms.tracking.sequence.SentTotals.Sent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The report of a part of an account, as text and back: compressed numbers in base 64. A message
 * takes up to four bytes, fewer if its neighbours arrived here too. Workloads go by their place in
 * the account.
 *
 * @param sent the messages sent, by name
 * @param arrived by workload and sender, in the order of arrival
 * @param stranded how many messages lie in queues, by workload and place
 */
record DeliveryReport(
    Map<String, Sent> sent,
    Map<Integer, Map<String, List<NumberRange>>> arrived,
    Map<Integer, Map<String, Long>> stranded) {

  /** Empty if there is nothing to tell. */
  String text() {
    if (sent.isEmpty() && arrived.isEmpty() && stranded.isEmpty()) {
      return "";
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      out.writeInt(sent.size());
      for (Map.Entry<String, Sent> each : sent.entrySet()) {
        out.writeUTF(each.getKey());
        out.writeUTF(each.getValue().worker());
        out.writeUTF(each.getValue().place());
        out.writeLong(each.getValue().committed());
        out.writeLong(each.getValue().inDoubt());
      }
      write(out, arrived, DeliveryReport::write);
      write(out, stranded, DataOutputStream::writeLong);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  @FunctionalInterface
  private interface Writer<T> {
    void write(DataOutputStream out, T value) throws IOException;
  }

  @FunctionalInterface
  private interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  private static <T> void write(
      DataOutputStream out, Map<Integer, Map<String, T>> byWorkload, Writer<T> values)
      throws IOException {
    out.writeInt(byWorkload.size());
    for (Map.Entry<Integer, Map<String, T>> workload : byWorkload.entrySet()) {
      out.writeInt(workload.getKey());
      out.writeInt(workload.getValue().size());
      for (Map.Entry<String, T> each : workload.getValue().entrySet()) {
        out.writeUTF(each.getKey());
        values.write(out, each.getValue());
      }
    }
  }

  private static void write(DataOutputStream out, List<NumberRange> runs) throws IOException {
    out.writeInt(runs.size());
    long before = 0;
    for (NumberRange run : runs) {
      out.writeLong(run.first() - before); // small numbers, which are compressed best
      out.writeLong(run.last() - run.first());
      out.writeBoolean(run.outOfOrder());
      out.writeBoolean(run.mayComeAgain());
      before = run.last();
    }
  }

  /**
   * The reverse.
   *
   * @throws IllegalArgumentException if the text is not one
   */
  static DeliveryReport parse(String text) {
    if (text.isEmpty()) {
      return new DeliveryReport(Map.of(), Map.of(), Map.of());
    }
    try (DataInputStream in =
        new DataInputStream(
            new InflaterInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(text))))) {
      Map<String, Sent> sent = new LinkedHashMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        sent.put(in.readUTF(), new Sent(in.readUTF(), in.readUTF(), in.readLong(), in.readLong()));
      }
      return new DeliveryReport(
          sent, read(in, DeliveryReport::runs), read(in, DataInputStream::readLong));
    } catch (IOException e) {
      throw new IllegalArgumentException("no report of deliveries", e);
    }
  }

  private static <T> Map<Integer, Map<String, T>> read(DataInputStream in, Reader<T> values)
      throws IOException {
    Map<Integer, Map<String, T>> byWorkload = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      Map<String, T> workload =
          byWorkload.computeIfAbsent(in.readInt(), n -> new LinkedHashMap<>());
      for (int names = in.readInt(); names > 0; names--) {
        workload.put(in.readUTF(), values.read(in));
      }
    }
    return byWorkload;
  }

  private static List<NumberRange> runs(DataInputStream in) throws IOException {
    List<NumberRange> runs = new ArrayList<>();
    long before = 0;
    for (int left = in.readInt(); left > 0; left--) {
      long first = before + in.readLong();
      before = first + in.readLong();
      runs.add(new NumberRange(first, before, in.readBoolean(), in.readBoolean()));
    }
    return runs;
  }
}
