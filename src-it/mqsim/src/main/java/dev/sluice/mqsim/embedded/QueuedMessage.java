package dev.sluice.mqsim.embedded;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.codec.structure.PropertyHeader;
import dev.sluice.mqsim.queue.Message;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/**
 * A message on a queue, as it lies there.
 *
 * @param messageId 48 hexadecimal digits
 * @param correlationId 48 hexadecimal digits, all zeros for none
 * @param persistent whether it is persistent
 * @param priority 0 to 9
 * @param backoutCount how often it was got and backed out
 * @param properties properties and JMS headers that travel in a property header, by their names
 *     there
 * @param body without the property header
 */
@SuppressWarnings("ArrayRecordComponent") // a value to look at, compared by nobody
public record QueuedMessage(
    String messageId,
    String correlationId,
    boolean persistent,
    int priority,
    int backoutCount,
    Map<String, Object> properties,
    byte[] body) {

  static QueuedMessage of(Message message) {
    MessageDescriptor descriptor = message.descriptor();
    byte[] data = message.data();
    return new QueuedMessage(
        HexFormat.of().formatHex(descriptor.messageId()),
        HexFormat.of().formatHex(descriptor.correlationId()),
        descriptor.isPersistent(),
        descriptor.priority(),
        descriptor.backoutCount(),
        Map.copyOf(PropertyHeader.parse(data)),
        Arrays.copyOfRange(data, PropertyHeader.lengthBytes(data), data.length));
  }

  /** The body as text in UTF-8, which is what JMS text messages are sent in. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return "message " + messageId + ", " + body.length + " bytes";
  }
}
