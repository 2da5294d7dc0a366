package dev.sluice.mqsim.queue;

import java.util.Arrays;

/**
 * Which messages a get is content with. A null field does not matter.
 *
 * @param messageId 24 bytes
 * @param correlationId 24 bytes
 * @param token 16 bytes
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record MatchCriteria(byte[] messageId, byte[] correlationId, byte[] token) {

  /** Any message. */
  public static final MatchCriteria ANY = new MatchCriteria(null, null, null);

  boolean matches(Message message) {
    return (messageId == null || message.descriptor().messageIdIs(messageId))
        && (correlationId == null || message.descriptor().correlationIdIs(correlationId))
        && (token == null || Arrays.equals(token, message.token()));
  }
}
