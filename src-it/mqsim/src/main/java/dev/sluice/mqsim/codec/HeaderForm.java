package dev.sluice.mqsim.codec;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;

/** The three headers a segment can begin with; see the package comment for their layout. */
public enum HeaderForm {
  /** Initial exchange, and everything on a socket without shared conversations. */
  TSH(0x54534820, 28),
  /** Flows of the socket as a whole on a socket with shared conversations. */
  TSHC(0x54534843, 28),
  /** Flows of one conversation: carries a conversation id and a request id. */
  TSHM(0x5453484D, 36);

  private final int eyecatcher;
  private final int lengthBytes;

  HeaderForm(int eyecatcher, int lengthBytes) {
    this.eyecatcher = eyecatcher;
    this.lengthBytes = lengthBytes;
  }

  /** Length of the header. */
  public int lengthBytes() {
    return lengthBytes;
  }

  int eyecatcher() {
    return eyecatcher;
  }

  /** Offset of the part that is the same in all three forms; it begins with the byte order. */
  int commonPartOffset() {
    return lengthBytes - 20;
  }

  /**
   * The form with this eyecatcher.
   *
   * @throws MalformedSegmentException if there is none
   */
  static HeaderForm of(int eyecatcher) {
    for (HeaderForm form : values()) {
      if (form.eyecatcher == eyecatcher) {
        return form;
      }
    }
    throw new MalformedSegmentException(
        "a segment begins with 0x%08x, which is not a known header".formatted(eyecatcher));
  }
}
