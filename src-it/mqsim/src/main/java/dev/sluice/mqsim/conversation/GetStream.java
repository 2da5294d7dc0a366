package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.call.MessageRequest;
import dev.sluice.mqsim.codec.call.Notification;
import dev.sluice.mqsim.codec.call.StreamedMessage;
import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenQueue;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.Delivery;
import dev.sluice.mqsim.queue.Reason;

/**
 * The gets of one consumer on a socket whose queue manager has no synchronous ones: each is a
 * request for one message of a stream. A client that waits asks for a message to come, and again,
 * with an answer wanted, when its time is over.
 */
final class GetStream {

  private final Hub hub;
  private final Conversation conversation;
  private final OpenQueue queue;
  private final int handle;
  private MessageRequest.Selection selection = MessageRequest.Selection.any();
  private int nextIndex;
  private long underWayBytes; // sent, and not yet told to have been received

  GetStream(Hub hub, Conversation conversation, OpenQueue queue, int handle) {
    this.hub = hub;
    this.conversation = conversation;
    this.queue = queue;
    this.handle = handle;
  }

  void request(Flow flow, MessageRequest request) {
    if (request.selection() != null) {
      selection = request.selection();
    }
    if (conversation.waitingGet() != null) {
      conversation.waitingGet().abandon(); // this one is instead
    }
    StreamedGet get =
        new StreamedGet(
            this,
            flow.requestId(),
            flow.wantsAnswer(),
            selection.wanted(),
            GetOptions.of(
                request.getOptions(),
                flow.wantsAnswer() ? 0 : GetOptions.UNLIMITED,
                selection.matchOptions(),
                selection.token()));
    underWayBytes -= request.receivedBytes();
    if (underWayBytes > 0) { // the one before has its message after all
      get.sendNothing(Reason.NO_MESSAGE_AVAILABLE);
      return;
    }
    try {
      GetCalls.requireAllowed(queue, get.options());
      new WaitingGet(hub, conversation, queue, get).begin();
    } catch (CallFailedException e) {
      get.sendNothing(e.reason());
    }
  }

  void send(Delivery delivery, byte[] token, Outcome outcome) {
    underWayBytes += MessageDescriptor.V2_BYTES + delivery.data().length;
    conversation.stream(
        new StreamedMessage(
            handle,
            nextIndex++,
            selection.index(),
            outcome.reason().code(),
            token,
            GetAnswer.groupStatus(delivery),
            queue.queue().nameBytes(),
            delivery.descriptor(),
            delivery.data()));
  }

  /** Tells the client the reason for which it gets no message. */
  void fail(Reason reason) {
    conversation.notify(
        Conversation.STREAM_REQUEST_ID,
        new Notification(handle, Notification.STREAMING_FAILURE, reason.code()));
  }

  /** Tells the client that its request is done: what there was for it has been sent. */
  void endRequest(int requestId) {
    conversation.notify(requestId, new Notification(handle, Notification.CLIENT_ASYNC_EMPTY, 0));
  }
}
