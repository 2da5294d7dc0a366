package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.call.MessageRequest;
import dev.sluice.mqsim.codec.call.StreamedMessage;
import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenQueue;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.QueueManager.Consumption;
import dev.sluice.mqsim.queue.Browse;
import dev.sluice.mqsim.queue.Counters.Operation;
import dev.sluice.mqsim.queue.Delivery;
import dev.sluice.mqsim.queue.MatchCriteria;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.Reason;
import dev.sluice.mqsim.queue.Waiter;

/** The stream of messages to one consumer: sends while the client's request is not used up. */
final class StreamingConsumer implements Waiter {

  private final Hub hub;
  private final Conversation conversation;
  private final OpenQueue queue;
  private final int handle;
  private MatchCriteria criteria = MatchCriteria.ANY;
  private int getOptions;
  private int selectionIndex;
  private boolean readAhead;
  private int requestedBytes;
  private int nextIndex;
  private boolean stopped;

  StreamingConsumer(Hub hub, Conversation conversation, OpenQueue queue, int handle) {
    this.hub = hub;
    this.conversation = conversation;
    this.queue = queue;
    this.handle = handle;
  }

  /** The client will take so much from now on; what it asked for before is forgotten. */
  void request(MessageRequest request) {
    getOptions = request.getOptions();
    readAhead |= request.readAhead(); // refills do not repeat it
    MessageRequest.Selection selection = request.selection();
    if (selection != null) {
      selectionIndex = selection.index();
      criteria =
          Selection.criteria(
              selection.matchOptions(), selection.wanted(), selection.token(), getOptions);
    }
    if (conversation.syncpointTurn().endOf(this)) { // it would not ask else
      conversation.serveStreams(); // the others go first
    }
    requestedBytes = request.requestedBytes();
    serve();
  }

  private boolean mayDeliver() {
    return !stopped
        && !conversation.isEnded()
        && requestedBytes > 0
        && (conversation.isStarted() || readAhead)
        && !conversation.instance().isLeaving()
        && hub.queueManager().consumption() == Consumption.ALLOWED;
  }

  @Override
  public boolean wants(Message message) {
    return mayDeliver()
        && isInTurn(message)
        && (criteria.wholeGroups() // another one may come first
            ? queue.reader().find(criteria, Browse.NONE) != null
            : queue.reader().accepts(message, criteria));
  }

  private boolean isInTurn(Message message) {
    return !Selection.inSyncpoint(getOptions, message)
        || conversation.syncpointTurn().isFreeFor(this);
  }

  /** Sends what there is and may be sent; waits for more if more may be sent. */
  @Override
  public void serve() {
    queue.queue().removeWaiter(this);
    while (mayDeliver()) {
      Message message = queue.reader().find(criteria, Browse.NONE);
      if (message == null || !isInTurn(message)) {
        queue.queue().addWaiter(this);
        return;
      }
      take(message);
    }
  }

  private void take(Message message) {
    queue.reader().take(message);
    queue.saveContext(message.descriptor());
    requestedBytes -= MessageDescriptor.V2_BYTES + message.data().length;
    QueueManager queueManager = hub.queueManager();
    queueManager.gets().mark(queueManager.timer().nowNanos());
    queueManager.calls().count(Operation.GET, message);
    conversation.instance().got();
    boolean inSyncpoint = Selection.inSyncpoint(getOptions, message);
    if (inSyncpoint) {
      conversation.unitOfWork().got(queue.queue(), message);
      conversation.syncpointTurn().take(this);
    }
    hub.capacity().submit(() -> deliver(message, inSyncpoint));
  }

  /** The client may have gone while the message waited for its token; then it stays here. */
  private void deliver(Message message, boolean inSyncpoint) {
    if (!inSyncpoint) {
      if (stopped) {
        queue.queue().restore(message);
        return;
      }
      hub.queueManager().settle(queue.queue(), message);
    }
    long nowMillis = hub.queueManager().timer().epochMillis();
    Delivery delivery = Delivery.of(message, nowMillis, getOptions & ~GetOptions.CONVERT, 0);
    conversation.stream(
        new StreamedMessage(
            handle,
            nextIndex++,
            selectionIndex,
            Reason.NONE.code(),
            message.token(),
            GetAnswer.groupStatus(delivery),
            queue.queue().nameBytes(),
            delivery.descriptor(),
            delivery.data()));
  }

  @Override
  public void fail(Reason reason) {
    stopped = true; // the consumer learns it from its next call
  }

  /** Whether it will never ask again. */
  boolean isStopped() {
    return stopped;
  }

  /** The consumer is closed. */
  void stop() {
    stopped = true;
    queue.queue().removeWaiter(this);
  }
}
