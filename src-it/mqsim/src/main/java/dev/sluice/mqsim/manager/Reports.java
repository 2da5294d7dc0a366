package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.codec.structure.PropertyHeader;
import dev.sluice.mqsim.codec.structure.ReportKind;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.PutTarget;
import dev.sluice.mqsim.queue.Reason;
import java.util.Arrays;
import java.util.function.BiConsumer;

/** Puts the reports that senders ask for to where they want them. */
final class Reports {

  private static final int SOME_DATA_BYTES = 100;

  private final QueueManager queueManager;

  Reports(QueueManager queueManager) {
    this.queueManager = queueManager;
  }

  /** Reports what has become of a message, if its sender wants to know. */
  void report(ReportKind kind, Message message) {
    report(kind, kind.feedback(), message, queueManager::deliver);
  }

  /**
   * The same with a feedback of its own.
   *
   * @param deliver what becomes of the report, whose room in its target is taken
   */
  void report(
      ReportKind kind, int feedback, Message message, BiConsumer<PutTarget, Message> deliver) {
    MessageDescriptor about = message.descriptor();
    if (!about.asksFor(kind) || about.replyToQueue().isEmpty()) {
      return;
    }
    byte[] data = data(kind, message);
    send(queueManager.newReport(about.report(feedback, data.length > 0), data), about, deliver);
  }

  /** Puts what a queue manager has to say about a message to where its sender wants it. */
  void send(Message report, MessageDescriptor about, BiConsumer<PutTarget, Message> deliver) {
    try {
      PutTarget target = queueManager.target(about.replyToQueue(), about.replyToQueueManager());
      target.admit();
      deliver.accept(target, report);
    } catch (CallFailedException e) {
      bury(report, about.replyToQueue(), e.reason(), deliver);
    }
  }

  private void bury(
      Message report, String queue, Reason why, BiConsumer<PutTarget, Message> deliver) {
    PutTarget deadLetters = queueManager.deadLetterQueue();
    try {
      deadLetters.admit();
      deliver.accept(deadLetters, queueManager.deadLetter(report, queue, why.code()));
    } catch (CallFailedException e) {
      return; // there is nowhere to tell of it
    }
  }

  /** The header is no part of the data of which only so much is wanted. */
  private static byte[] data(ReportKind kind, Message message) {
    MessageDescriptor about = message.descriptor();
    byte[] data = message.data();
    if (about.wantsAllData(kind)) {
      return data;
    }
    int length = about.wantsData(kind) ? PropertyHeader.lengthBytes(data) + SOME_DATA_BYTES : 0;
    return Arrays.copyOf(data, Math.min(data.length, length));
  }
}
