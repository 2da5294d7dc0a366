package dev.sluice.mqsim.queue;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.codec.structure.PropertyHeader;
import dev.sluice.mqsim.queue.selector.PropertySource;
import java.util.HexFormat;
import java.util.Map;

/**
 * JMS header fields and properties of a message, as selectors see them: properties from the folder
 * "usr" of the property header, header fields from the message descriptor and the folders "jms" and
 * "mcd".
 */
final class MessageProperties implements PropertySource {

  /** Some clients name descriptor fields by the vendor's property names. */
  private static final String DESCRIPTOR_PREFIX = "Root.MQMD.";

  private final MessageDescriptor descriptor;
  private final Map<String, Object> header;

  MessageProperties(MessageDescriptor descriptor, byte[] data) {
    this.descriptor = descriptor;
    this.header = PropertyHeader.parse(data);
  }

  @Override
  public Object property(String name) {
    return switch (name) {
      case "JMSPriority" -> (long) descriptor.priority();
      case "JMSDeliveryMode" -> descriptor.isPersistent() ? "PERSISTENT" : "NON_PERSISTENT";
      case "JMSMessageID" -> "ID:" + HexFormat.of().formatHex(descriptor.messageId());
      case "JMSCorrelationID" -> correlationId();
      case "JMSType" -> header.get("mcd.Type");
      case "JMSTimestamp" -> asLong(header.get("jms.Tms"));
      case "JMSRedelivered" -> descriptor.backoutCount() > 0;
      case "JMSXGroupID" -> groupId();
      case "JMSXGroupSeq" -> groupSequence();
      case "JMSXDeliveryCount" -> descriptor.backoutCount() + 1L;
      default -> other(name);
    };
  }

  private Object groupId() {
    Object text = header.get("jms.Gid");
    if (text != null) {
      return text;
    }
    return descriptor.hasGroupId() ? "ID:" + HexFormat.of().formatHex(descriptor.groupId()) : null;
  }

  private Object groupSequence() {
    Object number = asLong(header.get("jms.Seq"));
    return number == null && descriptor.isInGroup()
        ? Long.valueOf(descriptor.sequenceNumber())
        : number;
  }

  private Object other(String name) {
    if (name.regionMatches(true, 0, DESCRIPTOR_PREFIX, 0, DESCRIPTOR_PREFIX.length())) {
      return descriptorField(name.substring(DESCRIPTOR_PREFIX.length()));
    }
    Object user = header.get("usr." + name);
    return user != null ? user : header.get(name);
  }

  private Object descriptorField(String field) {
    return switch (field) {
      case "Priority" -> (long) descriptor.priority();
      case "Persistence" -> (long) descriptor.persistence();
      case "MsgId" -> hex(descriptor.messageId());
      case "CorrelId" -> hex(descriptor.correlationId());
      case "GroupId" -> hex(descriptor.groupId());
      case "MsgSeqNumber" -> (long) descriptor.sequenceNumber();
      case "BackoutCount" -> (long) descriptor.backoutCount();
      default -> null;
    };
  }

  private Object correlationId() {
    Object text = header.get("jms.Cid");
    if (text != null) {
      return text;
    }
    return descriptor.hasCorrelationId()
        ? "ID:" + HexFormat.of().formatHex(descriptor.correlationId())
        : null;
  }

  private static String hex(byte[] id) {
    return "0x" + HexFormat.of().withUpperCase().formatHex(id);
  }

  private static Object asLong(Object value) {
    if (value instanceof String text) {
      try {
        return Long.valueOf(text);
      } catch (NumberFormatException e) {
        return null; // a time that is no number is no time
      }
    }
    return value;
  }
}
