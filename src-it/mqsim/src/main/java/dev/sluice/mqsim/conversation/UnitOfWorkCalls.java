package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.call.AsyncPutStatus;
import dev.sluice.mqsim.manager.UnitOfWork;
import dev.sluice.mqsim.queue.Counters.Event;
import dev.sluice.mqsim.queue.Reason;
import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;

/** MQCMIT, MQBACK, and MQSTAT, which tells how puts without an answer fared. */
final class UnitOfWorkCalls {

  private static final int NO_OBJECT = 0;

  void commit(Conversation conversation, Flow flow) {
    if (answer(conversation, flow, UnitOfWork::commit, Event.COMMIT)) {
      conversation.commitUnderWay();
    }
  }

  void backOut(Conversation conversation, Flow flow) {
    answer(conversation, flow, UnitOfWork::backOut, Event.ROLLBACK);
  }

  /** The client also sends MQSTAT every few seconds to see whether the connection is alive. */
  void status(Conversation conversation, Flow flow) {
    AsyncPutStatus.requireRoom(flow.body());
    Answer answer = Answer.to(conversation, flow);
    ByteBuf buffer = answer.beginEcho(flow);
    conversation.takeAsyncPutStatus().overwrite(buffer, answer.index(buffer, 0));
    answer.send(buffer, Outcome.GOOD, NO_OBJECT);
  }

  private static boolean answer(
      Conversation conversation, Flow flow, Consumer<UnitOfWork> decision, Event counted) {
    boolean allowed = !conversation.transactions().isInBranch();
    Answer answer = Answer.to(conversation, flow);
    if (allowed) {
      decision.accept(conversation.unitOfWork());
      conversation.connection().hub().queueManager().calls().count(counted);
    }
    Outcome outcome = allowed ? Outcome.GOOD : Outcome.failed(Reason.ENVIRONMENT_ERROR);
    answer.send(answer.begin(0), outcome, NO_OBJECT);
    ended(conversation);
    return allowed;
  }

  /** Whoever waited for the end of a unit of work goes on. */
  static void ended(Conversation conversation) {
    conversation.instance().workEnded();
    if (conversation.syncpointTurn().endOfWork()) {
      conversation.serveStreams();
    }
  }
}
