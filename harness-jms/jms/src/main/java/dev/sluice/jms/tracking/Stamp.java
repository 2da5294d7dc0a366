package dev.sluice.jms.tracking;

/**
 * The stamp of a message: its properties, by name, and the checksum that seals them. The upper half
 * of the checksum is the {@link BodyChecksum}, the lower half guards that and the other two parts
 * of the stamp, sender and number. So a message whose body is damaged can still be told from one
 * that is lost.
 */
final class Stamp {

  /** The sender, a text: a name that no other sender ever has. */
  static final String FROM = "SluiceFrom";

  /** Its number among the messages of that sender, a long that counts from 1. */
  static final String NUMBER = "SluiceSeq";

  /** The checksum, a long. */
  static final String SUM = "SluiceSum";

  /** When it was sent, a long: nanoseconds since 1970 by the clock of the sender's host. */
  static final String AT = "SluiceAt";

  /** Which host that was, an int ({@link WallClock#hostId}). */
  static final String HOST = "SluiceHost";

  private static final long MIX = 0x9E37_79B9_7F4A_7C15L; // odd, bits spread evenly

  private Stamp() {}

  /** The checksum of a message with this stamp. */
  static long sum(String sender, long number, int body) {
    return ((long) body << Integer.SIZE) | Integer.toUnsignedLong(guard(sender, number, body));
  }

  /** The checksum of the body at the time of sending. */
  static int bodySum(long sum) {
    return (int) (sum >>> Integer.SIZE);
  }

  /** Whether sender, number and the sum itself are what was sent. */
  static boolean guards(long sum, String sender, long number) {
    return (int) sum == guard(sender, number, bodySum(sum));
  }

  private static int guard(String sender, long number, int body) {
    long mixed = (((number * MIX) ^ sender.hashCode()) * MIX) ^ body;
    return (int) ((mixed * MIX) >>> Integer.SIZE);
  }
}
