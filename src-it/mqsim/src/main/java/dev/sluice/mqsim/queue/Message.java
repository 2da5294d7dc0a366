package dev.sluice.mqsim.queue;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.queue.selector.PropertySource;

/**
 * A message, and its place in a queue.
 *
 * <p>The data is a plain array, not a reference-counted buffer: a message may lie in a queue for
 * ever, and nothing can leak.
 */
public final class Message {

  /** Point in time that never comes. */
  public static final long NEVER = Long.MAX_VALUE;

  private final MessageDescriptor descriptor;
  private final byte[] data;
  private final byte[] token;
  private final long expiresAtMillis;
  private final long deliverAtMillis;
  private PropertySource properties;

  // place in the queue; owned by LocalQueue and MessageChain
  MessageChain chain;
  Message previous;
  Message next;
  long sequence;

  /** When it became available on its queue, and whether its put is counted; owned by LocalQueue. */
  long arrivedNanos;

  boolean counted;

  /** Whether it is in the log of its queue manager; owned by MessageLog. */
  boolean logged;

  /** Where a message on a transmission queue goes; null on any other queue. */
  private RemoteAddress address;

  private boolean retained;

  /** The only reader that may see the message, if not null. */
  QueueReader lockedBy;

  /**
   * @param token 16 bytes that no other message has
   * @param expiresAtMillis wall-clock time from which the message does not exist any more
   * @param deliverAtMillis wall-clock time before which nobody may get it
   */
  public Message(
      MessageDescriptor descriptor,
      byte[] data,
      byte[] token,
      long expiresAtMillis,
      long deliverAtMillis) {
    this.descriptor = descriptor;
    this.data = data;
    this.token = token;
    this.expiresAtMillis = expiresAtMillis;
    this.deliverAtMillis = deliverAtMillis;
  }

  public MessageDescriptor descriptor() {
    return descriptor;
  }

  /** Property header and payload; not to be changed. */
  public byte[] data() {
    return data;
  }

  /** Identifies the message within its queue manager; not to be changed. */
  public byte[] token() {
    return token;
  }

  public boolean isExpiredAt(long epochMillis) {
    return epochMillis >= expiresAtMillis;
  }

  /** Time at which it became available on its queue, by the timer of the queue manager. */
  public long arrivedNanos() {
    return arrivedNanos;
  }

  /** Where a message on a transmission queue goes. */
  public RemoteAddress address() {
    return address;
  }

  /** Addresses the message before it is put on a transmission queue. */
  public void address(RemoteAddress destination) {
    address = destination;
  }

  /** Whether a publication is kept for those who subscribe later. */
  public boolean isRetained() {
    return retained;
  }

  public void retain() {
    retained = true;
  }

  /** Wall-clock time from which the message does not exist any more. */
  public long expiresAtMillis() {
    return expiresAtMillis;
  }

  public long deliverAtMillis() {
    return deliverAtMillis;
  }

  /** What selectors see of the message; parsed when first asked for. */
  public PropertySource properties() {
    if (properties == null) {
      properties = new MessageProperties(descriptor, data);
    }
    return properties;
  }
}
