package dev.sluice.jms.tracking;

/**
 * The checksum in a stamp: the upper half is the {@link BodyChecksum}, the lower half guards that
 * and the other two parts of the stamp, sender and number. So a message whose body is damaged can
 * still be told from one that is lost.
 */
final class TrackingChecksum {

  private static final long MIX = 0x9E37_79B9_7F4A_7C15L; // odd, bits spread evenly

  private TrackingChecksum() {}

  static long of(String sender, long number, int body) {
    return ((long) body << Integer.SIZE) | Integer.toUnsignedLong(guard(sender, number, body));
  }

  /** The checksum of the body at the time of sending. */
  static int body(long sum) {
    return (int) (sum >>> Integer.SIZE);
  }

  /** Whether sender, number and the sum itself are what was sent. */
  static boolean guards(long sum, String sender, long number) {
    return (int) sum == guard(sender, number, body(sum));
  }

  private static int guard(String sender, long number, int body) {
    long mixed = (((number * MIX) ^ sender.hashCode()) * MIX) ^ body;
    return (int) ((mixed * MIX) >>> Integer.SIZE);
  }
}
