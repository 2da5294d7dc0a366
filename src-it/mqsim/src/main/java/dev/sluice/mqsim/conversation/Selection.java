package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.queue.MatchCriteria;
import dev.sluice.mqsim.queue.Message;

/** How a client's match options and syncpoint options are understood. */
final class Selection {

  private Selection() {}

  /** An id of all zeros means that any will do. */
  static MatchCriteria criteria(
      int matchOptions, MessageDescriptor wanted, byte[] token, int getOptions) {
    return new MatchCriteria(
        (matchOptions & GetOptions.MATCH_MESSAGE_ID) != 0 ? nullIfZero(wanted.messageId()) : null,
        (matchOptions & GetOptions.MATCH_CORRELATION_ID) != 0
            ? nullIfZero(wanted.correlationId())
            : null,
        (matchOptions & GetOptions.MATCH_GROUP_ID) != 0 ? nullIfZero(wanted.groupId()) : null,
        (matchOptions & GetOptions.MATCH_SEQUENCE_NUMBER) != 0 ? wanted.sequenceNumber() : 0,
        (matchOptions & GetOptions.MATCH_TOKEN) != 0 ? token : null,
        false,
        (getOptions & GetOptions.ALL_MESSAGES_AVAILABLE) != 0);
  }

  /** Whether a get with these options takes this message under syncpoint. */
  static boolean inSyncpoint(int getOptions, Message message) {
    return (getOptions & GetOptions.SYNCPOINT) != 0
        || ((getOptions & GetOptions.SYNCPOINT_IF_PERSISTENT) != 0
            && message.descriptor().isPersistent());
  }

  private static byte[] nullIfZero(byte[] id) {
    for (byte b : id) {
      if (b != 0) {
        return id;
      }
    }
    return null;
  }
}
