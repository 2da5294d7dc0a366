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

  private static final int SYNCPOINT_OPTIONS =
      GetOptions.SYNCPOINT | GetOptions.NO_SYNCPOINT | GetOptions.SYNCPOINT_IF_PERSISTENT;

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
        new CalledGet(
            Answer.to(conversation, flow), handle, wanted, descriptorBytes, options, bufferBytes);
    try {
      OpenQueue queue = conversation.object(handle).asQueue();
      requireAllowed(queue, options);
      new WaitingGet(hub, conversation, queue, answer).begin();
    } catch (CallFailedException e) {
      answer.sendNothing(e.reason());
    }
  }

  /**
   * Looks at what a get asks for.
   *
   * @throws CallFailedException if that cannot be, or is not done here
   */
  static void requireAllowed(OpenQueue queue, GetOptions options) {
    if (options.has(GetOptions.BROWSE_MARKS)
        || Integer.bitCount(options.options() & SYNCPOINT_OPTIONS) > 1) {
      throw new CallFailedException(Reason.OPTIONS_ERROR);
    }
    if (options.has(GetOptions.PROPERTIES_IN_HANDLE)) {
      throw new CallFailedException(Reason.MESSAGE_HANDLE_ERROR);
    }
    if ((options.matchOptions() & GetOptions.MATCH_OFFSET) != 0) {
      throw new CallFailedException(Reason.MATCH_OPTIONS_ERROR);
    }
    if (options.has(BROWSE)) {
      if (!queue.isForBrowse()) {
        throw new CallFailedException(Reason.NOT_OPEN_FOR_BROWSE);
      }
    } else if (!queue.isForInput()) {
      throw new CallFailedException(Reason.NOT_OPEN_FOR_INPUT);
    }
  }
}
