package dev.sluice.jms.tracking.sequence;

/**
 * A message that was received, as far as it says who it is.
 *
 * @param integrity how it is
 * @param sender the name in its stamp, empty if that cannot be told
 * @param number its number among those of the sender, from 1; 0 if that cannot be told
 * @param redelivered whether the provider says that it was tried before
 */
public record Arrival(Integrity integrity, String sender, long number, boolean redelivered) {

  /** Properties of a message. */
  public enum Integrity {
    /** Its body is what was sent. */
    INTACT,
    /** Its stamp is what was sent, its body is not. */
    DAMAGED,
    /** Its stamp is not what was sent, so it cannot be told which message it is. */
    UNREADABLE,
    /** It has no stamp: somebody else sent it, or without a check. */
    UNSTAMPED
  }

  /** Whether it can be told which message it is. */
  boolean identified() {
    return integrity == Integrity.INTACT || integrity == Integrity.DAMAGED;
  }

  /** One that cannot be told from others. */
  public static Arrival nameless(Integrity integrity, boolean redelivered) {
    return new Arrival(integrity, "", 0, redelivered);
  }
}
