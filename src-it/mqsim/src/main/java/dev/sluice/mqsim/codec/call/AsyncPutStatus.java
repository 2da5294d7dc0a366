package dev.sluice.mqsim.codec.call;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import io.netty.buffer.ByteBuf;

/**
 * What an MQSTAT reports about puts that were not answered.
 *
 * @param succeeded how many worked
 * @param failed how many did not
 * @param firstReason reason of the first failure, 0 if none
 */
public record AsyncPutStatus(int succeeded, int failed, int firstReason) {

  private static final int COMPLETION_CODE = 28;
  private static final int REASON = 32;
  private static final int SUCCEEDED = 36;
  private static final int WARNINGS = 40;
  private static final int FAILED = 44;
  private static final int COMPLETION_FAILED = 2;

  /**
   * Checks a request before anything is allocated for its answer.
   *
   * @throws MalformedSegmentException if it is too short to become one
   */
  public static void requireRoom(ByteBuf body) {
    if (body.readableBytes() < FAILED + Integer.BYTES) {
      throw new MalformedSegmentException(
          "a status call of %d bytes".formatted(body.readableBytes()));
    }
  }

  /** Turns a copy of the request into the answer. */
  public void overwrite(ByteBuf copy, int start) {
    copy.setInt(start + COMPLETION_CODE, failed > 0 ? COMPLETION_FAILED : 0);
    copy.setInt(start + REASON, firstReason);
    copy.setInt(start + SUCCEEDED, succeeded);
    copy.setInt(start + WARNINGS, 0);
    copy.setInt(start + FAILED, failed);
  }
}
