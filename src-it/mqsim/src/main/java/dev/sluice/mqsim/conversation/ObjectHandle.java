package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.manager.Subscription;
import dev.sluice.mqsim.manager.Topic;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.GroupCursor;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.PutTarget;
import dev.sluice.mqsim.queue.QueueReader;
import dev.sluice.mqsim.queue.Reason;

/** An object that a conversation has open. */
sealed interface ObjectHandle {

  /** Where puts with this handle go. */
  default PutTarget putTarget() {
    throw new CallFailedException(Reason.NOT_OPEN_FOR_OUTPUT);
  }

  /** The options with which it was opened. */
  default int options() {
    return 0;
  }

  /** The queue behind the handle, for gets. */
  default OpenQueue asQueue() {
    throw new CallFailedException(Reason.NOT_OPEN_FOR_INPUT);
  }

  /** Gives back what the handle holds; what it refers to is left alone. */
  default void release() {}

  /** The queue manager itself, to be inquired about. */
  record OpenQueueManager() implements ObjectHandle {}

  /** A topic to publish to. */
  record OpenTopic(Topic topic, int options) implements ObjectHandle {
    @Override
    public PutTarget putTarget() {
      return topic;
    }
  }

  /** A queue at another queue manager, to put to. */
  record OpenRemoteQueue(PutTarget target, int options) implements ObjectHandle {
    @Override
    public PutTarget putTarget() {
      return target;
    }
  }

  /** A subscription; its managed queue has a handle of its own. */
  record OpenSubscription(Subscription subscription) implements ObjectHandle {}

  /** A queue, and what a consumer of it has going. */
  final class OpenQueue implements ObjectHandle {

    private static final int INPUT = 0x1 | 0x2 | 0x4;
    private static final int INPUT_EXCLUSIVE = 0x4;
    private static final int BROWSE = 0x8;
    private static final int OUTPUT = 0x10;

    private final int options;
    private final QueueReader reader;
    private final GroupCursor gotGroups = new GroupCursor();
    private final GroupCursor browsedGroups = new GroupCursor();
    private MessageDescriptor context;
    private StreamingConsumer stream;
    private GetStream gets;

    /**
     * Opens a queue.
     *
     * @throws CallFailedException if somebody else has it for himself, or this one wants to
     */
    OpenQueue(int options, QueueReader reader) {
      if (Integer.bitCount(options & INPUT) > 1) {
        throw new CallFailedException(Reason.OPTIONS_ERROR);
      }
      this.options = options;
      this.reader = reader;
      queue().opens().open(isForInput(), isForOutput(), isExclusive());
    }

    @Override
    public int options() {
      return options;
    }

    /** Where gets, or browses, in logical order are. */
    GroupCursor groups(boolean browsed) {
      return browsed ? browsedGroups : gotGroups;
    }

    /**
     * Remembers who put a message that was got, to be passed on with other puts: the client does so
     * with handles that it did not open with SAVE_ALL_CONTEXT.
     */
    void saveContext(MessageDescriptor got) {
      context = got;
    }

    /**
     * The message whose context is passed on.
     *
     * @throws CallFailedException if there is none
     */
    MessageDescriptor context() {
      if (context == null) {
        throw new CallFailedException(Reason.CONTEXT_NOT_AVAILABLE);
      }
      return context;
    }

    QueueReader reader() {
      return reader;
    }

    LocalQueue queue() {
      return reader.queue();
    }

    /** Whether open options ask for messages of the queue. */
    static boolean takesMessages(int options) {
      return (options & (INPUT | BROWSE)) != 0;
    }

    boolean isForInput() {
      return (options & INPUT) != 0;
    }

    private boolean isForOutput() {
      return (options & OUTPUT) != 0;
    }

    private boolean isExclusive() {
      return (options & INPUT_EXCLUSIVE) != 0;
    }

    boolean isForBrowse() {
      return (options & BROWSE) != 0;
    }

    /** The stream of messages to this consumer; null unless it asked for one. */
    StreamingConsumer stream() {
      return stream;
    }

    void stream(StreamingConsumer consumer) {
      stream = consumer;
    }

    /** The gets of this consumer that are streams; null unless it made one. */
    GetStream gets() {
      return gets;
    }

    void gets(GetStream streamed) {
      gets = streamed;
    }

    @Override
    public PutTarget putTarget() {
      if (!isForOutput()) {
        throw new CallFailedException(Reason.NOT_OPEN_FOR_OUTPUT);
      }
      return reader.queue();
    }

    @Override
    public OpenQueue asQueue() {
      return this;
    }

    @Override
    public void release() {
      if (stream != null) {
        stream.stop();
      }
      reader.unlock();
      queue().opens().close(isForInput(), isForOutput(), isExclusive());
    }
  }
}
