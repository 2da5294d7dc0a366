package dev.sluice.mqsim.codec.structure;

/**
 * Who puts: fields that a queue manager fills into each message descriptor. Encoded once per
 * connection.
 *
 * @param user 12 bytes, blank-padded
 * @param application 28 bytes, blank-padded
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record PutOrigin(byte[] user, byte[] application) {

  static final int USER_BYTES = 12;
  static final int APPLICATION_BYTES = 28;

  /** Put application type "Java client". */
  static final int APPLICATION_TYPE_JAVA = 28;

  /** Put application type "queue manager". */
  static final int APPLICATION_TYPE_QUEUE_MANAGER = 7;

  /** Encodes the names. */
  public static PutOrigin of(String user, String application) {
    return new PutOrigin(
        TextField.padded(user, USER_BYTES), TextField.padded(application, APPLICATION_BYTES));
  }
}
