package dev.sluice.mqsim.codec;

/** Bytes that are not the protocol. The connection they came from is closed with this reason. */
public final class MalformedSegmentException extends RuntimeException {

  public MalformedSegmentException(String message) {
    super(message);
  }
}
