package dev.sluice.mqsim.codec.pcf;

import dev.sluice.mqsim.codec.pcf.Parameter.Bytes;
import dev.sluice.mqsim.codec.pcf.Parameter.Group;
import dev.sluice.mqsim.codec.pcf.Parameter.Int;
import dev.sluice.mqsim.codec.pcf.Parameter.IntList;
import dev.sluice.mqsim.codec.pcf.Parameter.LongInt;
import dev.sluice.mqsim.codec.pcf.Parameter.Text;
import dev.sluice.mqsim.codec.pcf.Parameter.TextList;
import dev.sluice.mqsim.codec.structure.CharacterSets;
import dev.sluice.mqsim.codec.structure.TextField;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A message in programmable command format: a header (MQCFH: type, length 36, version, command,
 * sequence number, control, completion code, reason, count of parameters), then the parameters.
 * Each begins with type, length and id; texts are padded to a multiple of four bytes.
 *
 * @param type what it is: {@link #COMMAND}, {@link #RESPONSE} or {@link #STATISTICS}
 * @param command number of the command that it is or answers
 * @param sequenceNumber its place among the answers to a command, from 1
 * @param last whether it is the last of them
 * @param reason why the command failed; 0 if it did not
 */
public record PcfMessage(
    int type,
    int command,
    int sequenceNumber,
    boolean last,
    int reason,
    List<Parameter> parameters) {

  public static final int COMMAND = 1;
  public static final int RESPONSE = 2;
  public static final int STATISTICS = 21;

  private static final int EXTENDED_COMMAND = 16; // of clients that know z/OS
  private static final int HEADER_BYTES = 36;
  private static final int VERSION_WITH_GROUPS = 3;
  private static final int FAILED = 2;

  private static final int INT = 3;
  private static final int TEXT = 4;
  private static final int INT_LIST = 5;
  private static final int TEXT_LIST = 6;
  private static final int BYTES = 9;
  private static final int GROUP = 20;
  private static final int LONG_INT = 23;

  /** Type, length and id of a parameter. */
  private static final int PARAMETER_BYTES = 12;

  /** Groups in groups that are read; without a limit they would overrun the stack. */
  private static final int MAX_DEPTH = 8;

  private static final int CCSID_ISO_8859_1 = 819;

  /**
   * Reads a command.
   *
   * @throws PcfException if the bytes are not one
   */
  public static PcfMessage readCommand(byte[] data, ByteOrder order) {
    ByteBuffer in = ByteBuffer.wrap(data).order(order);
    require(data.length >= HEADER_BYTES, PcfException.HEADER_LENGTH);
    int type = in.getInt();
    require(type == COMMAND || type == EXTENDED_COMMAND, PcfException.HEADER_TYPE);
    require(in.getInt() == HEADER_BYTES, PcfException.HEADER_LENGTH);
    in.getInt(); // version: says what may follow
    int command = in.getInt();
    int sequenceNumber = in.getInt();
    require(sequenceNumber == 1, PcfException.SEQUENCE_NUMBER);
    boolean last = in.getInt() == 1;
    require(last, PcfException.CONTROL);
    in.position(HEADER_BYTES - Integer.BYTES);
    List<Parameter> parameters = readParameters(in, in.getInt(), 0);
    require(!in.hasRemaining(), PcfException.PARAMETER_COUNT);
    return new PcfMessage(COMMAND, command, sequenceNumber, last, 0, parameters);
  }

  private static void require(boolean condition, int reason) {
    if (!condition) {
      throw new PcfException(reason);
    }
  }

  private static List<Parameter> readParameters(ByteBuffer in, int count, int depth) {
    require(count >= 0, PcfException.PARAMETER_COUNT);
    require(depth <= MAX_DEPTH, PcfException.STRUCTURE_TYPE);
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      require(in.remaining() >= PARAMETER_BYTES, PcfException.PARAMETER_COUNT);
      int type = in.getInt();
      int lengthBytes = in.getInt();
      int bodyBytes = lengthBytes - 2 * Integer.BYTES;
      require(
          bodyBytes >= Integer.BYTES && bodyBytes <= in.remaining(), PcfException.MESSAGE_LENGTH);
      ByteBuffer body = in.slice(in.position(), bodyBytes).order(in.order());
      in.position(in.position() + bodyBytes);
      try {
        parameters.add(readParameter(type, body, in, depth));
      } catch (BufferUnderflowException e) {
        throw new PcfException(PcfException.MESSAGE_LENGTH);
      }
    }
    return parameters;
  }

  /** Reads what is behind type and length; the members of a group follow in the message. */
  private static Parameter readParameter(int type, ByteBuffer body, ByteBuffer message, int depth) {
    int id = body.getInt();
    return switch (type) {
      case INT -> new Int(id, body.getInt());
      case LONG_INT -> {
        body.getInt(); // reserved
        yield new LongInt(id, body.getLong());
      }
      case TEXT -> {
        int characterSet = body.getInt();
        yield new Text(id, text(bytes(body, body.getInt()), characterSet));
      }
      case BYTES -> new Bytes(id, bytes(body, body.getInt()));
      case INT_LIST -> {
        List<Integer> values = new ArrayList<>();
        for (int left = body.getInt(); left > 0; left--) {
          values.add(body.getInt());
        }
        yield new IntList(id, values);
      }
      case TEXT_LIST -> {
        int characterSet = body.getInt();
        int count = body.getInt();
        int lengthBytes = body.getInt();
        boolean fits = count >= 0 && (long) count * lengthBytes <= body.remaining();
        require(fits && (lengthBytes > 0 || count == 0), PcfException.MESSAGE_LENGTH);
        List<String> values = new ArrayList<>();
        for (int left = count; left > 0; left--) {
          values.add(text(bytes(body, lengthBytes), characterSet));
        }
        yield new TextList(id, values);
      }
      case GROUP -> new Group(id, readParameters(message, body.getInt(), depth + 1));
      default -> throw new PcfException(PcfException.STRUCTURE_TYPE);
    };
  }

  private static byte[] bytes(ByteBuffer in, int count) {
    require(count >= 0 && count <= in.remaining(), PcfException.MESSAGE_LENGTH);
    byte[] bytes = new byte[count];
    in.get(bytes);
    return bytes;
  }

  private static String text(byte[] bytes, int characterSet) {
    return new String(bytes, CharacterSets.of(characterSet).orElse(StandardCharsets.ISO_8859_1))
        .replace('\0', ' ')
        .stripTrailing();
  }

  /** Encodes the message. */
  public byte[] bytes(ByteOrder order) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(order);
    header.putInt(type).putInt(HEADER_BYTES).putInt(VERSION_WITH_GROUPS).putInt(command);
    header.putInt(sequenceNumber).putInt(last ? 1 : 0);
    header.putInt(reason == 0 ? 0 : FAILED).putInt(reason).putInt(parameters.size());
    out.writeBytes(header.array());
    parameters.forEach(parameter -> write(parameter, order, out));
    return out.toByteArray();
  }

  private static void write(Parameter parameter, ByteOrder order, ByteArrayOutputStream out) {
    out.writeBytes(structure(parameter, order).array());
    if (parameter instanceof Group group) {
      group.members().forEach(member -> write(member, order, out));
    }
  }

  /** A parameter without the members of a group. */
  private static ByteBuffer structure(Parameter parameter, ByteOrder order) {
    int id = parameter.id();
    if (parameter instanceof Int number) {
      return begin(INT, id, Integer.BYTES, order).putInt(number.value());
    }
    if (parameter instanceof LongInt number) {
      return begin(LONG_INT, id, Integer.BYTES + Long.BYTES, order)
          .putInt(0) // reserved
          .putLong(number.value());
    }
    if (parameter instanceof Text text) {
      byte[] bytes = text.value().getBytes(StandardCharsets.ISO_8859_1);
      return begin(TEXT, id, 2 * Integer.BYTES + bytes.length, order)
          .putInt(CCSID_ISO_8859_1)
          .putInt(bytes.length)
          .put(bytes);
    }
    if (parameter instanceof Bytes bytes) {
      int length = bytes.value().length;
      return begin(BYTES, id, Integer.BYTES + length, order).putInt(length).put(bytes.value());
    }
    if (parameter instanceof IntList list) {
      int count = list.values().size();
      ByteBuffer out = begin(INT_LIST, id, Integer.BYTES * (1 + count), order).putInt(count);
      list.values().forEach(out::putInt);
      return out;
    }
    if (parameter instanceof TextList list) {
      int count = list.values().size();
      int longest = list.values().stream().mapToInt(String::length).max().orElse(0);
      ByteBuffer out = begin(TEXT_LIST, id, 3 * Integer.BYTES + longest * count, order);
      out.putInt(CCSID_ISO_8859_1).putInt(count).putInt(longest);
      list.values().forEach(text -> out.put(TextField.padded(text, longest)));
      return out;
    }
    Group group = (Group) parameter;
    return begin(GROUP, id, Integer.BYTES, order).putInt(group.members().size());
  }

  private static ByteBuffer begin(int type, int id, int bodyBytes, ByteOrder order) {
    int lengthBytes = PARAMETER_BYTES + (bodyBytes + 3) / 4 * 4;
    return ByteBuffer.allocate(lengthBytes)
        .order(order)
        .putInt(type)
        .putInt(lengthBytes)
        .putInt(id);
  }
}
