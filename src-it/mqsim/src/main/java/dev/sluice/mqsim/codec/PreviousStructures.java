package dev.sluice.mqsim.codec;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.codec.structure.ObjectDescriptor;
import io.netty.buffer.ByteBuf;

/**
 * The descriptor and the options of a conversation's last put and of its last get: where headers
 * are compressed, those of the next one come as what is different (exclusive or), except for their
 * eyecatchers and versions.
 */
final class PreviousStructures {

  private static final int PLAIN_BYTES = 8;

  private byte[] putDescriptor = {};
  private byte[] putOptions = {};
  private byte[] getDescriptor = {};
  private byte[] getOptions = {};

  /** Makes the structures of a call what they were, and remembers them. */
  void restore(SegmentType call, ByteBuf structures, int index) {
    switch (call) {
      case MQPUT, MQPUT1 -> {
        int descriptor = index;
        if (call == SegmentType.MQPUT1) {
          descriptor += ObjectDescriptor.read(structures, index).lengthBytes();
        }
        int options = descriptor + MessageDescriptor.lengthBytes(structures, descriptor);
        putDescriptor = restore(structures, descriptor, options, putDescriptor);
        putOptions = restore(structures, options, endOfOptions(structures), putOptions);
      }
      case MQGET -> {
        int options = index + MessageDescriptor.lengthBytes(structures, index);
        getDescriptor = restore(structures, index, options, getDescriptor);
        getOptions = restore(structures, options, endOfOptions(structures), getOptions);
      }
      default -> {}
    }
  }

  /** The next get will be compared with nothing. */
  void forgetGet() {
    getDescriptor = new byte[0];
    getOptions = new byte[0];
  }

  /** Behind the options stands the length of the data, or of the buffer. */
  private static int endOfOptions(ByteBuf structures) {
    return structures.writerIndex() - Integer.BYTES;
  }

  private static byte[] restore(ByteBuf structures, int start, int end, byte[] previous) {
    if (end - start < PLAIN_BYTES) {
      throw new MalformedSegmentException("a compressed structure that is too short");
    }
    byte[] structure = new byte[end - start];
    structures.getBytes(start, structure);
    for (int i = PLAIN_BYTES; i < Math.min(structure.length, previous.length); i++) {
      structure[i] ^= previous[i];
    }
    structures.setBytes(start, structure);
    return structure;
  }
}
