package dev.sluice.mqsim.queue;

/** Where messages can be put: a queue or a topic. */
public interface PutTarget {

  /** Name as reported to the application. */
  String name();

  /** Name of the object whose rights count when it is opened. */
  default String profile() {
    return name();
  }

  /** The name on the wire, padded to 48 bytes; not to be changed. */
  byte[] paddedName();

  /** Longest message that it takes. */
  default int maxMessageBytes() {
    return Integer.MAX_VALUE;
  }

  /**
   * Takes room for one message.
   *
   * @throws CallFailedException if there is none
   */
  void admit();

  /** An admitted message waits for the end of its unit of work. */
  default void pending(Message message) {}

  /** Gives the room of an admitted message back: it will not come. */
  void cancel();

  /** Makes an admitted message available. */
  void deliver(Message message);
}
