package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.call.CallHeader;
import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenQueue;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.Reason;

/** MQGET: descriptor (the ids wanted), options, length of the client's buffer. */
final class GetCalls {

  private static final int BROWSE =
      GetOptions.BROWSE_FIRST | GetOptions.BROWSE_NEXT | GetOptions.BROWSE_MESSAGE_UNDER_CURSOR;

  private final Hub hub;

  GetCalls(Hub hub) {
    this.hub = hub;
  }

  void get(Conversation conversation, Flow flow) {
    int descriptorIndex = flow.index(CallHeader.LENGTH_BYTES);
    int descriptorBytes = MessageDescriptor.lengthBytes(flow.body(), descriptorIndex);
    MessageDescriptor wanted = MessageDescriptor.read(flow.body(), descriptorIndex);
    int optionsIndex = descriptorIndex + descriptorBytes;
    GetOptions options = GetOptions.read(flow.body(), optionsIndex);
    int bufferBytes = Math.max(0, flow.body().getInt(optionsIndex + options.lengthBytes()));
    int handle = CallHeader.handle(flow.body());
    GetAnswer answer =
        new GetAnswer(
            Answer.to(conversation, flow), handle, wanted, descriptorBytes, options, bufferBytes);
    try {
      OpenQueue queue = conversation.object(handle).asQueue();
      requireAllowed(queue, options);
      new WaitingGet(hub, conversation, queue, answer).begin();
    } catch (CallFailedException e) {
      answer.sendNothing(e.reason());
    }
  }

  private static void requireAllowed(OpenQueue queue, GetOptions options) {
    if (options.has(BROWSE)) {
      if (!queue.isForBrowse()) {
        throw new CallFailedException(Reason.NOT_OPEN_FOR_BROWSE);
      }
    } else if (!queue.isForInput()) {
      throw new CallFailedException(Reason.NOT_OPEN_FOR_INPUT);
    }
  }
}
