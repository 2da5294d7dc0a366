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

  private static final int CCSID_ISO_8859_1 = 819;

  /**
   * Reads a command.
   *
   * @throws PcfException if it is none
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
    List<Parameter> parameters = readParameters(in, in.getInt());
    require(!in.hasRemaining(), PcfException.PARAMETER_COUNT);
    return new PcfMessage(COMMAND, command, sequenceNumber, last, 0, parameters);
  }

  private static void require(boolean condition, int reason) {
    if (!condition) {
      throw new PcfException(reason);
    }
  }

  private static List<Parameter> readParameters(ByteBuffer in, int count) {
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
        parameters.add(readParameter(type, body, in));
      } catch (BufferUnderflowException e) {
        throw new PcfException(PcfException.MESSAGE_LENGTH);
      }
    }
    return parameters;
  }

  /** Reads what is behind type and length; the members of a group follow in the message. */
  private static Parameter readParameter(int type, ByteBuffer body, ByteBuffer message) {
    int id = body.getInt();
    return switch (type) {
      case INT -> new Int(id, body.getInt());
      case LONG_INT -> new LongInt(id, body.position(2 * Integer.BYTES).getLong());
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
        List<String> values = new ArrayList<>();
        for (int left = count; left > 0; left--) {
          values.add(text(bytes(body, lengthBytes), characterSet));
        }
        yield new TextList(id, values);
      }
      case GROUP -> new Group(id, readParameters(message, body.getInt()));
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

  /** The message as it stands on the wire. */
  public byte[] bytes(ByteOrder order) {
    byte[] bytes = new byte[HEADER_BYTES + totalBytes(parameters)];
    ByteBuffer out = ByteBuffer.wrap(bytes).order(order);
    out.putInt(type).putInt(HEADER_BYTES).putInt(VERSION_WITH_GROUPS).putInt(command);
    out.putInt(sequenceNumber).putInt(last ? 1 : 0);
    out.putInt(reason == 0 ? 0 : FAILED).putInt(reason).putInt(parameters.size());
    parameters.forEach(parameter -> write(parameter, out));
    return bytes;
  }

  private static int totalBytes(List<Parameter> parameters) {
    int total = 0;
    for (Parameter parameter : parameters) {
      total += lengthBytes(parameter);
      total += parameter instanceof Group group ? totalBytes(group.members()) : 0;
    }
    return total;
  }

  /** Of the structure with its padding; members of a group are not in it. */
  private static int lengthBytes(Parameter parameter) {
    int bodyBytes = Integer.BYTES;
    if (parameter instanceof LongInt) {
      bodyBytes = Integer.BYTES + Long.BYTES;
    } else if (parameter instanceof Text text) {
      bodyBytes += Integer.BYTES + text.value().length();
    } else if (parameter instanceof Bytes bytes) {
      bodyBytes += bytes.value().length;
    } else if (parameter instanceof IntList list) {
      bodyBytes += Integer.BYTES * list.values().size();
    } else if (parameter instanceof TextList list) {
      bodyBytes += 2 * Integer.BYTES + longest(list) * list.values().size();
    }
    return PARAMETER_BYTES + (bodyBytes + 3) / 4 * 4;
  }

  private static int longest(TextList list) {
    return list.values().stream().mapToInt(String::length).max().orElse(0);
  }

  private static void write(Parameter parameter, ByteBuffer out) {
    int end = out.position() + lengthBytes(parameter);
    if (parameter instanceof Int number) {
      begin(INT, parameter, out).putInt(number.value());
    } else if (parameter instanceof LongInt number) {
      begin(LONG_INT, parameter, out).putInt(0).putLong(number.value());
    } else if (parameter instanceof Text text) {
      begin(TEXT, parameter, out).putInt(CCSID_ISO_8859_1).putInt(text.value().length());
      out.put(text.value().getBytes(StandardCharsets.ISO_8859_1));
    } else if (parameter instanceof Bytes bytes) {
      begin(BYTES, parameter, out).putInt(bytes.value().length).put(bytes.value());
    } else if (parameter instanceof IntList list) {
      begin(INT_LIST, parameter, out).putInt(list.values().size());
      list.values().forEach(out::putInt);
    } else if (parameter instanceof TextList list) {
      int longest = longest(list);
      begin(TEXT_LIST, parameter, out).putInt(CCSID_ISO_8859_1);
      out.putInt(list.values().size()).putInt(longest);
      list.values().forEach(text -> out.put(TextField.padded(text, longest)));
    } else if (parameter instanceof Group group) {
      begin(GROUP, parameter, out).putInt(group.members().size());
    }
    out.position(end);
    if (parameter instanceof Group group) {
      group.members().forEach(member -> write(member, out));
    }
  }

  private static ByteBuffer begin(int type, Parameter parameter, ByteBuffer out) {
    return out.putInt(type).putInt(lengthBytes(parameter)).putInt(parameter.id());
  }
}
