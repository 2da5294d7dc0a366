package dev.sluice.mqsim.transmission;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.queue.RemoteAddress;
import java.util.List;

/** What the two ends of a message channel say to each other; see {@link FrameCodec}. */
sealed interface Frame {

  /**
   * The sender begins.
   *
   * @param channel its name
   * @param queueManager of the sender
   */
  record Hello(String channel, String queueManager) implements Frame {}

  /**
   * The receiver agrees.
   *
   * @param queueManager of the receiver
   * @param lastSequence of the last message that it has of this channel for good
   * @param receivers its cluster receivers
   * @param queues its queues that the cluster may use
   */
  record Welcome(
      String queueManager,
      long lastSequence,
      List<ChannelDefinition> receivers,
      List<String> queues)
      implements Frame {}

  /** The receiver does not agree. */
  record Refusal(String reason) implements Frame {}

  /**
   * A message, not for good before the batch is confirmed.
   *
   * @param sequence one more than that of the message before
   * @param expiresAtMillis wall-clock time; both ends are on one machine
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  record Transmitted(
      long sequence,
      RemoteAddress address,
      MessageDescriptor descriptor,
      long expiresAtMillis,
      byte[] data)
      implements Frame {}

  /** The batch ends with this message: the sender asks whether the receiver has it for good. */
  record EndOfBatch(long sequence) implements Frame {}

  /** The receiver has all messages up to this one for good. */
  record Confirmed(long sequence) implements Frame {}

  /** A sign of life is asked for. */
  record Heartbeat() implements Frame {}

  /** A sign of life. */
  record Alive() implements Frame {}
}
