package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.SegmentType;
import dev.sluice.mqsim.codec.call.CallHeader;
import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.Reason;

/** Hands each flow of a conversation to the class for its group of calls. */
final class Calls {

  private final ConnectCalls connectCalls;
  private final OpenCalls openCalls;
  private final InquireCalls inquireCalls;
  private final PutCalls putCalls;
  private final GetCalls getCalls;
  private final StreamCalls streamCalls;
  private final UnitOfWorkCalls unitOfWorkCalls;
  private final XaCalls xaCalls;
  private final InternalCalls internalCalls;

  Calls(Hub hub) {
    connectCalls = new ConnectCalls(hub);
    openCalls = new OpenCalls(hub);
    inquireCalls = new InquireCalls(hub);
    putCalls = new PutCalls(hub, openCalls);
    getCalls = new GetCalls(hub);
    streamCalls = new StreamCalls(hub);
    unitOfWorkCalls = new UnitOfWorkCalls();
    xaCalls = new XaCalls(hub);
    internalCalls = new InternalCalls(hub, openCalls, putCalls);
  }

  /**
   * Does what a flow asks for.
   *
   * @throws MalformedSegmentException if it makes no sense; the connection has to be closed
   */
  void handle(Conversation conversation, Flow flow) {
    if (conversation.isEnded()) {
      throw new MalformedSegmentException(flow.type() + " in a conversation that has ended");
    }
    switch (flow.type()) {
      case USERID -> connectCalls.userId(conversation, flow);
      case CONAUTH -> connectCalls.connectionAuthentication(conversation, flow);
      case MQCONN -> connectCalls.connect(conversation, flow);
      default -> {
        try {
          handleConnected(conversation, flow);
        } catch (CallFailedException e) { // the call is its own answer
          Answer answer = Answer.to(conversation, flow);
          Outcome outcome = Outcome.failed(e.reason());
          answer.send(answer.beginEcho(flow), outcome, CallHeader.handle(flow.body()));
        }
      }
    }
  }

  private void handleConnected(Conversation conversation, Flow flow) {
    if (!conversation.isConnected()) {
      throw new MalformedSegmentException(flow.type() + " before MQCONN");
    }
    if (flow.type() != SegmentType.MQSTAT) { // the client sends that by itself, at any time
      conversation.called();
    }
    switch (flow.type()) {
      case MQDISC -> connectCalls.disconnect(conversation, flow);
      case MQOPEN -> openCalls.open(conversation, flow);
      case MQCLOSE -> openCalls.close(conversation, flow);
      case MQINQ -> inquireCalls.inquire(conversation, flow);
      case MQPUT -> putCalls.put(conversation, flow);
      case MQPUT1 -> putCalls.putOne(conversation, flow);
      case MQGET -> getCalls.get(conversation, flow);
      case MQCMIT -> unitOfWorkCalls.commit(conversation, flow);
      case MQBACK -> unitOfWorkCalls.backOut(conversation, flow);
      case MQSTAT -> unitOfWorkCalls.status(conversation, flow);
      case MQSUB -> openCalls.subscribeByCall(conversation, flow);
      case MQSUBRQ -> openCalls.requestRetained(conversation, flow);
      case MQSET -> throw new CallFailedException(Reason.FUNCTION_NOT_SUPPORTED);
      case XA_START,
          XA_END,
          XA_OPEN,
          XA_CLOSE,
          XA_PREPARE,
          XA_COMMIT,
          XA_ROLLBACK,
          XA_FORGET,
          XA_COMPLETE ->
          xaCalls.handle(conversation, flow);
      case XA_RECOVER -> xaCalls.recover(conversation, flow);
      case SPI -> internalCalls.handle(conversation, flow);
      case REQUEST_MSGS -> streamCalls.requestMessages(conversation, flow);
      case NOTIFICATION -> streamCalls.notification(conversation, flow);
      default -> throw new MalformedSegmentException(flow.type() + " from a client");
    }
  }
}
