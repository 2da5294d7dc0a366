package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.call.AsyncPutStatus;
import io.netty.buffer.ByteBuf;

/** MQCMIT, MQBACK, and MQSTAT, which tells how puts without an answer fared. */
final class UnitOfWorkCalls {

  private static final int NO_OBJECT = 0;

  void commit(Conversation conversation, Flow flow) {
    conversation.unitOfWork().commit();
    conversation.commitUnderWay();
    answer(conversation, flow);
  }

  void backOut(Conversation conversation, Flow flow) {
    conversation.unitOfWork().backOut();
    answer(conversation, flow);
  }

  /** The client also sends MQSTAT every few seconds to see whether the connection is alive. */
  void status(Conversation conversation, Flow flow) {
    AsyncPutStatus.requireRoom(flow.body());
    Answer answer = Answer.to(conversation, flow);
    ByteBuf buffer = answer.beginEcho(flow);
    conversation.takeAsyncPutStatus().overwrite(buffer, answer.index(buffer, 0));
    answer.send(buffer, Outcome.GOOD, NO_OBJECT);
  }

  private static void answer(Conversation conversation, Flow flow) {
    Answer answer = Answer.to(conversation, flow);
    answer.send(answer.begin(0), Outcome.GOOD, NO_OBJECT);
    conversation.instance().workEnded();
    if (conversation.syncpointTurn().endOfWork()) {
      conversation.serveStreams();
    }
  }
}
