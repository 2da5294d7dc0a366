package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.call.CallHeader;
import dev.sluice.mqsim.codec.call.InquireRequest;
import dev.sluice.mqsim.codec.structure.TextField;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenQueue;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenRemoteQueue;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.queue.QueueDefinition;
import io.netty.buffer.ByteBuf;

/** MQINQ: attributes of the queue manager or of a queue. What is not listed here is 0 or blank. */
final class InquireCalls {

  private static final int CODED_CHARACTER_SET = 2;
  private static final int CURRENT_DEPTH = 3;
  private static final int MAX_MESSAGE_LENGTH = 13;
  private static final int MAX_PRIORITY = 14;
  private static final int MAX_DEPTH = 15;
  private static final int OPEN_INPUT_COUNT = 17;
  private static final int OPEN_OUTPUT_COUNT = 18;
  private static final int QUEUE_TYPE = 20;
  private static final int BACKOUT_THRESHOLD = 22;
  private static final int COMMAND_LEVEL = 31;
  private static final int PLATFORM = 32;
  private static final int COMMAND_QUEUE = 2003;
  private static final int DEAD_LETTER_QUEUE = 2006;
  private static final int QUEUE_MANAGER_NAME = 2015;
  private static final int QUEUE_NAME = 2016;
  private static final int BACKOUT_QUEUE = 2019;
  private static final int QUEUE_MANAGER_ID = 2032;

  private static final int HIGHEST_PRIORITY = 9;
  private static final int LOCAL_QUEUE = 1;
  private static final int REMOTE_QUEUE = 6;

  private final QueueManager queueManager;

  InquireCalls(Hub hub) {
    this.queueManager = hub.queueManager();
  }

  void inquire(Conversation conversation, Flow flow) {
    Answer answer = Answer.to(conversation, flow);
    int handle = CallHeader.handle(flow.body());
    InquireRequest request = InquireRequest.read(flow.body());
    ObjectHandle object = conversation.object(handle);
    ByteBuf buffer = answer.begin(12 + 8 * request.selectors().length + request.textBytes());
    write(buffer, request, object);
    answer.send(buffer, Outcome.GOOD, handle);
  }

  private void write(ByteBuf buffer, InquireRequest request, ObjectHandle object) {
    buffer.writeInt(request.selectors().length);
    buffer.writeInt(request.integerCount());
    buffer.writeInt(request.textBytes());
    for (int selector : request.selectors()) {
      buffer.writeInt(selector);
    }
    for (int selector : request.selectors()) {
      if (!InquireRequest.asksForText(selector)) {
        buffer.writeInt(integer(selector, object));
      }
    }
    int textEnd = buffer.writerIndex() + request.textBytes();
    for (int selector : request.selectors()) {
      if (InquireRequest.asksForText(selector)
          && buffer.writerIndex() + TextField.NAME_BYTES <= textEnd) {
        buffer.writeBytes(TextField.padded(text(selector, object), TextField.NAME_BYTES));
      }
    }
    buffer.writeBytes(TextField.padded("", textEnd - buffer.writerIndex()));
  }

  private int integer(int selector, ObjectHandle object) {
    if (object instanceof OpenQueue open) {
      return switch (selector) {
        case CURRENT_DEPTH -> open.queue().depth();
        case MAX_DEPTH -> open.queue().definition().maxDepth();
        case BACKOUT_THRESHOLD -> open.queue().definition().backoutThreshold();
        case OPEN_INPUT_COUNT -> open.queue().opens().input();
        case OPEN_OUTPUT_COUNT -> open.queue().opens().output();
        case QUEUE_TYPE -> LOCAL_QUEUE;
        case MAX_MESSAGE_LENGTH -> open.queue().maxMessageBytes();
        default -> 0;
      };
    }
    if (object instanceof OpenRemoteQueue) {
      return selector == QUEUE_TYPE ? REMOTE_QUEUE : 0;
    }
    return switch (selector) {
      case CODED_CHARACTER_SET -> QueueManager.CHARACTER_SET;
      case COMMAND_LEVEL -> QueueManager.COMMAND_LEVEL;
      case PLATFORM -> QueueManager.PLATFORM;
      case MAX_PRIORITY -> HIGHEST_PRIORITY;
      case MAX_MESSAGE_LENGTH -> QueueDefinition.DEFAULT.maxMessageBytes();
      default -> 0;
    };
  }

  private String text(int selector, ObjectHandle object) {
    if (object instanceof OpenQueue open) {
      return switch (selector) {
        case QUEUE_NAME -> open.queue().name();
        case BACKOUT_QUEUE -> open.queue().definition().backoutQueue();
        default -> "";
      };
    }
    if (object instanceof OpenRemoteQueue open) {
      return selector == QUEUE_NAME ? open.target().name() : "";
    }
    return switch (selector) {
      case QUEUE_MANAGER_NAME -> queueManager.name();
      case COMMAND_QUEUE -> QueueManager.COMMAND_QUEUE;
      case DEAD_LETTER_QUEUE -> queueManager.deadLetterQueueName();
      case QUEUE_MANAGER_ID -> queueManager.id();
      default -> "";
    };
  }
}
