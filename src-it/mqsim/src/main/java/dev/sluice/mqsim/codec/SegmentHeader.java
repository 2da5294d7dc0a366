package dev.sluice.mqsim.codec;

import io.netty.buffer.ByteBuf;

/** What all segments of one flow have in their headers. */
record SegmentHeader(HeaderForm form, int conversationId, int requestId, int typeCode) {

  private static final int ENCODING = 0x111;
  private static final int CCSID_ISO_8859_1 = 819;

  /** Fills the room in that was left at the begin of a segment. */
  void fill(ByteBuf segment, int segmentBytes, int flags, int compression) {
    int start = segment.readerIndex();
    segment.setInt(start, form.eyecatcher());
    segment.setInt(start + 4, segmentBytes);
    if (form == HeaderForm.TSHM) {
      segment.setInt(start + 8, conversationId);
      segment.setInt(start + 12, requestId);
    }
    int common = start + form.commonPartOffset();
    segment.setByte(common, 1);
    segment.setByte(common + 1, typeCode);
    segment.setByte(common + 2, flags);
    segment.setByte(common + 3, compression);
    segment.setLong(common + 4, 0);
    segment.setInt(common + 12, ENCODING);
    segment.setShort(common + 16, CCSID_ISO_8859_1);
    segment.setShort(common + 18, 0);
  }
}
