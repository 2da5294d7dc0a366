package dev.sluice.mqsim.transmission;

import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.UnitOfWork;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.PutTarget;
import dev.sluice.mqsim.queue.Reason;
import dev.sluice.mqsim.queue.Timer;
import dev.sluice.mqsim.transmission.Frame.Alive;
import dev.sluice.mqsim.transmission.Frame.Confirmed;
import dev.sluice.mqsim.transmission.Frame.EndOfBatch;
import dev.sluice.mqsim.transmission.Frame.Heartbeat;
import dev.sluice.mqsim.transmission.Frame.Transmitted;

/**
 * The receiving end of a message channel from one queue manager: puts each batch in a unit of work
 * and remembers the last message that it has for good. A sender that connects again takes the place
 * of the connection before, which may not know yet that it is dead.
 */
final class ReceiverChannel {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final ChannelDefinition definition;
  private final QueueManager queueManager;
  private final Timer timer;
  private final UnitOfWork batch;
  private Link link;
  private Timer.Cancellable alarm = () -> {};
  private long heardNanos;
  private long pendingSequence;
  private long lastSequence;
  private int inBatch;
  private long messages;
  private long batches;

  ReceiverChannel(ChannelDefinition definition, QueueManager queueManager) {
    this.definition = definition;
    this.queueManager = queueManager;
    this.timer = queueManager.timer();
    this.batch = new UnitOfWork(queueManager);
  }

  ChannelStatus status() {
    return new ChannelStatus(
        definition.name(),
        definition.type(),
        link == null ? ChannelState.INACTIVE : ChannelState.RUNNING,
        messages,
        batches,
        0,
        0,
        0);
  }

  /** The last message that it has for good. */
  long lastSequence() {
    return lastSequence;
  }

  /** A sender has connected; what its connection before did not finish is undone. */
  void begin(Link connection) {
    end();
    link = connection;
    heardNanos = timer.nowNanos();
    scheduleCheck();
  }

  /** Ends the connection and undoes what it did not finish. */
  void end() {
    alarm.cancel();
    if (link != null) {
      link.close();
      link = null;
    }
    batch.backOut();
    inBatch = 0;
    pendingSequence = lastSequence;
  }

  private void scheduleCheck() {
    long nanos = definition.heartbeatSeconds() * NANOS_PER_SECOND;
    if (nanos > 0) {
      alarm =
          timer.schedule(
              nanos,
              () -> {
                if (timer.nowNanos() - heardNanos >= 2 * nanos) {
                  end();
                } else {
                  scheduleCheck();
                }
              });
    }
  }

  /** Whether the connection is this channel's now. */
  boolean isOn(Link connection) {
    return link == connection;
  }

  void received(Frame frame) {
    heardNanos = timer.nowNanos();
    if (frame instanceof Transmitted transmitted && transmitted.sequence() == pendingSequence + 1) {
      put(transmitted);
    } else if (frame instanceof EndOfBatch end && end.sequence() == pendingSequence) {
      batch.commit();
      lastSequence = pendingSequence;
      messages += inBatch;
      batches++;
      inBatch = 0;
      link.send(new Confirmed(lastSequence));
    } else if (frame instanceof Heartbeat) {
      link.send(new Alive());
    } else {
      end(); // out of sequence, or out of place
    }
  }

  private void put(Transmitted transmitted) {
    Message message =
        queueManager.newArrival(
            transmitted.descriptor(), transmitted.expiresAtMillis(), transmitted.data());
    String queue = transmitted.address().queue();
    try {
      PutTarget target = queueManager.target(queue, transmitted.address().queueManager());
      if (transmitted.data().length > target.maxMessageBytes()) {
        throw new CallFailedException(Reason.MESSAGE_TOO_BIG_FOR_QUEUE);
      }
      target.admit();
      batch.put(target, message);
    } catch (CallFailedException e) {
      if (!bury(message, queue, e)) {
        return;
      }
    }
    pendingSequence = transmitted.sequence();
    inBatch++;
  }

  /** A message that cannot be delivered must not be lost; without room for it the channel ends. */
  private boolean bury(Message message, String queue, CallFailedException why) {
    int reason = why.reason().code();
    if (message.descriptor().wantsToBeDiscarded()) {
      queueManager.reportException(message, reason, batch::put);
      return true;
    }
    LocalQueue deadLetters = queueManager.deadLetterQueue();
    try {
      deadLetters.admit();
    } catch (CallFailedException e) {
      end();
      return false;
    }
    batch.put(deadLetters, queueManager.deadLetter(message, queue, reason));
    queueManager.reportException(message, reason, batch::put);
    return true;
  }
}
