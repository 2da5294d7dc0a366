package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.queue.MatchCriteria;
import dev.sluice.mqsim.queue.Message;

/** How a client's match options and syncpoint options are understood. */
final class Selection {

  private Selection() {}

  /** An id of all zeros means that any will do. */
  static MatchCriteria criteria(
      int matchOptions, byte[] messageId, byte[] correlationId, byte[] token) {
    return new MatchCriteria(
        (matchOptions & GetOptions.MATCH_MESSAGE_ID) != 0 ? nullIfZero(messageId) : null,
        (matchOptions & GetOptions.MATCH_CORRELATION_ID) != 0 ? nullIfZero(correlationId) : null,
        (matchOptions & GetOptions.MATCH_TOKEN) != 0 ? token : null);
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
