package dev.sluice.mqsim.codec;

import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;
import java.nio.ByteOrder;

/** What all segments of one flow have in their headers. */
record SegmentHeader(HeaderForm form, int conversationId, int requestId, int typeCode) {

  private static final int BIG_ENDIAN_ENCODING = 0x111;
  private static final int LITTLE_ENDIAN_ENCODING = 0x222;
  private static final int CCSID_ISO_8859_1 = 819;

  /** The byte order of all numbers but those of the header that are big-endian always. */
  static final int BIG_ENDIAN = 1;

  static final int LITTLE_ENDIAN = 2;

  /** Fills the room in that was left at the begin of a segment. */
  void fill(ByteBuf segment, int segmentBytes, int flags, int compression) {
    int start = segment.readerIndex();
    boolean littleEndian = WireOrder.of(segment) == ByteOrder.LITTLE_ENDIAN;
    ByteBuf fixed = WireOrder.bigEndian(segment);
    fixed.setInt(start, form.eyecatcher());
    fixed.setInt(start + 4, segmentBytes);
    if (form == HeaderForm.TSHM) {
      fixed.setInt(start + 8, conversationId);
      fixed.setInt(start + 12, requestId);
    }
    int common = start + form.commonPartOffset();
    segment.setByte(common, littleEndian ? LITTLE_ENDIAN : BIG_ENDIAN);
    segment.setByte(common + 1, typeCode);
    segment.setByte(common + 2, flags);
    segment.setByte(common + 3, compression);
    segment.setLong(common + 4, 0);
    segment.setInt(common + 12, littleEndian ? LITTLE_ENDIAN_ENCODING : BIG_ENDIAN_ENCODING);
    segment.setShort(common + 16, CCSID_ISO_8859_1);
    segment.setShort(common + 18, 0);
  }
}
