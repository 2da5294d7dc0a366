package dev.sluice.mqsim.codec.structure;

import io.netty.buffer.ByteBuf;

/**
 * The object descriptor (OD): names what is to be opened.
 *
 * @param lengthBytes with the texts behind it
 * @param type one of the constants here
 * @param name queue name; blank for a topic
 * @param queueManager where the queue is; empty = the connected one, or left to it
 * @param dynamicName pattern for the name of a temporary queue, for example "AMQ.*"
 * @param topic topic string; empty unless a topic is opened
 * @param selector message selector of a consumer; empty if none
 */
public record ObjectDescriptor(
    int lengthBytes,
    int type,
    String name,
    String queueManager,
    String dynamicName,
    String topic,
    String selector) {

  public static final int QUEUE = 1;
  public static final int QUEUE_MANAGER = 5;
  public static final int TOPIC = 8;

  private static final int EYECATCHER = 0x4F442020;
  private static final int VERSION = 4;
  private static final int TYPE = 8;
  private static final TextField NAME = TextField.name(12);
  private static final TextField QUEUE_MANAGER_NAME = TextField.name(60);
  private static final TextField DYNAMIC_NAME = TextField.name(108);
  private static final int KNOWN_DESTINATIONS = 172; // from version 2 on
  private static final VariableText OBJECT_STRING = new VariableText(336);
  private static final VariableText SELECTION_STRING = new VariableText(356);

  /** Reads the descriptor at an index. */
  public static ObjectDescriptor read(ByteBuf body, int index) {
    if (!WireOrder.hasEyecatcher(body, index, EYECATCHER)) {
      throw new MalformedSegmentException("an object descriptor without its eyecatcher");
    }
    int version = body.getInt(index + VERSION);
    boolean hasTexts = version >= 4;
    return new ObjectDescriptor(
        hasTexts ? endOfTexts(body, index, lengthBytes(version)) : lengthBytes(version),
        body.getInt(index + TYPE),
        NAME.read(body, index),
        QUEUE_MANAGER_NAME.read(body, index),
        DYNAMIC_NAME.read(body, index),
        hasTexts ? OBJECT_STRING.read(body, index) : "",
        hasTexts ? SELECTION_STRING.read(body, index) : "");
  }

  /** Writes the name that a queue really has, the one it is, into the descriptor at an index. */
  public static void overwriteName(ByteBuf copy, int index, String name) {
    NAME.write(copy, index, name);
    if (copy.getInt(index + VERSION) >= 2) {
      copy.setInt(index + KNOWN_DESTINATIONS, 1);
    }
  }

  /** Texts stand behind the descriptor, filled up to a multiple of 4. */
  private static int endOfTexts(ByteBuf body, int index, int lengthBytes) {
    int end = Math.max(OBJECT_STRING.end(body, index), SELECTION_STRING.end(body, index));
    return Math.max(lengthBytes, (end + 3) / 4 * 4);
  }

  private static int lengthBytes(int version) {
    return switch (version) {
      case 1 -> 168;
      case 2 -> 200;
      case 3 -> 336;
      case 4 -> 400;
      default ->
          throw new MalformedSegmentException("object descriptor version %d".formatted(version));
    };
  }
}
