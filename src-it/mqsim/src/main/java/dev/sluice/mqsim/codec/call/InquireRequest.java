package dev.sluice.mqsim.codec.call;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import io.netty.buffer.ByteBuf;

/**
 * An MQINQ: three counts (selectors, integers, length of the texts) behind the call header, then
 * the selectors. The answer repeats the counts and the selectors, then has the integers and the
 * texts, each in the order of their selectors.
 *
 * @param selectors attributes asked for: below 2,001 integers, from there on texts
 * @param integerCount how many integers the client has room for
 * @param textBytes how many bytes of text the client has room for
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record InquireRequest(int[] selectors, int integerCount, int textBytes) {

  private static final int MAX_SELECTORS = 256;
  private static final int MAX_TEXT_BYTES = 16384;
  private static final int FIRST_TEXT_SELECTOR = 2001;

  /** Reads a request. */
  public static InquireRequest read(ByteBuf body) {
    int start = body.readerIndex() + CallHeader.LENGTH_BYTES;
    int count = body.getInt(start);
    int integerCount = body.getInt(start + 4);
    int textBytes = body.getInt(start + 8);
    if (count < 0
        || count > MAX_SELECTORS
        || integerCount < 0
        || integerCount > count
        || textBytes < 0
        || textBytes > MAX_TEXT_BYTES) {
      throw new MalformedSegmentException(
          "an inquiry of %d selectors, %d integers, %d bytes of text"
              .formatted(count, integerCount, textBytes));
    }
    int[] selectors = new int[count];
    for (int i = 0; i < count; i++) {
      selectors[i] = body.getInt(start + 12 + 4 * i);
    }
    return new InquireRequest(selectors, integerCount, textBytes);
  }

  /** Whether a selector asks for a text. */
  public static boolean asksForText(int selector) {
    return selector >= FIRST_TEXT_SELECTOR;
  }
}
