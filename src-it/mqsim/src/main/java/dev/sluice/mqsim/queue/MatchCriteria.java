package dev.sluice.mqsim.queue;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import java.util.Arrays;

/**
 * Which messages a get is content with. A null field, or a number of 0, does not matter.
 *
 * @param messageId 24 bytes
 * @param correlationId 24 bytes
 * @param groupId 24 bytes
 * @param sequenceNumber of the message in its group, from 1
 * @param token 16 bytes
 * @param groupStart only messages without a group, and the first of one
 * @param wholeGroups only messages without a group, and of one that is there as a whole
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record MatchCriteria(
    byte[] messageId,
    byte[] correlationId,
    byte[] groupId,
    int sequenceNumber,
    byte[] token,
    boolean groupStart,
    boolean wholeGroups) {

  /** Any message. */
  public static final MatchCriteria ANY =
      new MatchCriteria(null, null, null, 0, null, false, false);

  /** The same, but not from within a group. */
  MatchCriteria atGroupStart() {
    return new MatchCriteria(
        messageId, correlationId, groupId, sequenceNumber, token, true, wholeGroups);
  }

  /** The same for one message of a group. */
  MatchCriteria inGroup(byte[] group, int number) {
    return new MatchCriteria(messageId, correlationId, group, number, token, false, false);
  }

  boolean matches(Message message) {
    MessageDescriptor descriptor = message.descriptor();
    return (messageId == null || descriptor.messageIdIs(messageId))
        && (correlationId == null || descriptor.correlationIdIs(correlationId))
        && (groupId == null || descriptor.groupIdIs(groupId))
        && (sequenceNumber == 0 || descriptor.sequenceNumber() == sequenceNumber)
        && (!groupStart || !descriptor.isInGroup() || descriptor.sequenceNumber() == 1)
        && (token == null || Arrays.equals(token, message.token()));
  }
}
