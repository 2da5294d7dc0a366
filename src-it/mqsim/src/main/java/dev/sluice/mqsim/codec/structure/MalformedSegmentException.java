package dev.sluice.mqsim.codec.structure;

/**
 * Bytes that are not the protocol. The connection they came from is closed with this reason. Has no
 * stack trace: what was wrong is in the bytes, and a client that sends many must not cost much.
 */
public final class MalformedSegmentException extends RuntimeException {

  public MalformedSegmentException(String message) {
    super(message, null, false, false);
  }
}
