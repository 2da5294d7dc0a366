package dev.sluice.jms.tracking;

/** The properties of a message that make up its stamp. */
final class TrackingProperty {

  /** The sender, a text: a name that no other sender ever has. */
  static final String FROM = "SluiceFrom";

  /** Its number among the messages of that sender, a long that counts from 1. */
  static final String NUMBER = "SluiceSeq";

  /** The {@link TrackingChecksum}, a long. */
  static final String SUM = "SluiceSum";

  /** When it was sent, a long: nanoseconds since 1970 by the clock of the sender's host. */
  static final String AT = "SluiceAt";

  /** Which host that was, an int ({@link HostId}). */
  static final String HOST = "SluiceHost";

  private TrackingProperty() {}
}
