package dev.sluice.jms.worker;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.message.RecordedMix;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionProducer;
import dev.sluice.jms.tracking.WorkloadTracking;
import jakarta.jms.JMSException;
import java.util.Optional;

/**
 * The messages that workers put.
 *
 * @param message what messages look like
 * @param options how they are sent
 * @param priorities those that messages have instead of the options' one, if they were recorded
 * @param stamping what they are stamped with
 * @param unidentified whether each send says where to, rather than the producer
 */
public record OutgoingMessage(
    MessageSpec message,
    PutOptions options,
    Optional<RecordedMix> priorities,
    WorkloadTracking stamping,
    boolean unidentified) {

  /** With one priority, by producers that know their destination. */
  public OutgoingMessage(MessageSpec message, PutOptions options, WorkloadTracking stamping) {
    this(message, options, Optional.empty(), stamping, false);
  }

  /** Without stamps. */
  public OutgoingMessage(MessageSpec message, PutOptions options) {
    this(message, options, WorkloadTracking.OFF);
  }

  /** By producers that know no destination. */
  public OutgoingMessage byUnidentifiedProducer() {
    return new OutgoingMessage(message, options, priorities, stamping, true);
  }

  /** Makes a producer send its next message with the priority of the current iteration. */
  void prioritize(SessionProducer by, IterationTimes times) throws JMSException {
    if (priorities.isPresent()) {
      by.prioritize(priorities.get().priority(times));
    }
  }
}
