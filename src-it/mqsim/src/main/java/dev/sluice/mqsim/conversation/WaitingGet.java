package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenQueue;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.QueueManager.Consumption;
import dev.sluice.mqsim.queue.Browse;
import dev.sluice.mqsim.queue.Counters;
import dev.sluice.mqsim.queue.Counters.Event;
import dev.sluice.mqsim.queue.Counters.Operation;
import dev.sluice.mqsim.queue.Delivery;
import dev.sluice.mqsim.queue.GroupCursor;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.MatchCriteria;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.Reason;
import dev.sluice.mqsim.queue.Timer.Cancellable;
import dev.sluice.mqsim.queue.Waiter;
import java.util.List;

/** One MQGET from its arrival to its answer, which may take as long as its wait interval. */
final class WaitingGet implements Waiter {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Hub hub;
  private final Conversation conversation;
  private final OpenQueue queue;
  private final GetAnswer answer;
  private final GetOptions options;
  private final MatchCriteria criteria;
  private final Browse browse;
  private final GroupCursor groups; // null unless in logical order
  private Cancellable timeout;
  private boolean done;

  WaitingGet(Hub hub, Conversation conversation, OpenQueue queue, GetAnswer answer) {
    this.hub = hub;
    this.conversation = conversation;
    this.queue = queue;
    this.answer = answer;
    this.options = answer.options();
    MessageDescriptor wanted = answer.wanted();
    this.browse = browse(options);
    this.groups =
        options.has(GetOptions.LOGICAL_ORDER) ? queue.groups(browse != Browse.NONE) : null;
    MatchCriteria asked =
        Selection.criteria(options.matchOptions(), wanted, options.token(), options.options());
    this.criteria = groups == null ? asked : groups.next(asked);
  }

  private static Browse browse(GetOptions options) {
    if (options.has(GetOptions.BROWSE_FIRST)) {
      return Browse.FIRST;
    }
    if (options.has(GetOptions.BROWSE_NEXT)) {
      return Browse.NEXT;
    }
    boolean underCursor =
        options.has(GetOptions.BROWSE_MESSAGE_UNDER_CURSOR | GetOptions.MESSAGE_UNDER_CURSOR);
    return underCursor ? Browse.UNDER_CURSOR : Browse.NONE;
  }

  private boolean waits() {
    return options.has(GetOptions.WAIT) && options.waitMillis() != 0;
  }

  /** Answers at once if it can, else waits. */
  void begin() {
    Message message = mustHoldBack() ? null : queue.reader().find(criteria, browse);
    if (message != null) {
      finish(message);
    } else if (isDenied(Consumption.REFUSED)) {
      fail(Reason.QUEUE_MANAGER_QUIESCING);
    } else if (waits() || isDenied(Consumption.HELD_BACK)) {
      waitForMessage();
    } else if (browse == Browse.UNDER_CURSOR) {
      fail(Reason.NO_MESSAGE_UNDER_CURSOR);
    } else {
      fail(Reason.NO_MESSAGE_AVAILABLE);
    }
  }

  /**
   * A client that is about to leave, or to lose its queue manager, is given no message any more.
   */
  private boolean mustHoldBack() {
    return (waits() && conversation.instance().isLeaving())
        || isDenied(Consumption.HELD_BACK)
        || isDenied(Consumption.REFUSED);
  }

  private boolean isDenied(Consumption how) {
    return consumes() && hub.queueManager().consumption() == how;
  }

  private void waitForMessage() {
    queue.queue().addWaiter(this);
    conversation.waitingGet(this);
    if (waits() && options.waitMillis() != GetOptions.UNLIMITED) {
      timeout =
          hub.queueManager()
              .timer()
              .schedule(
                  options.waitMillis() * NANOS_PER_MILLI, () -> fail(Reason.NO_MESSAGE_AVAILABLE));
    }
  }

  @Override
  public boolean wants(Message message) {
    return !mustHoldBack()
        && (criteria.wholeGroups() // another one may come first
            ? queue.reader().find(criteria, browse) != null
            : queue.reader().accepts(message, criteria));
  }

  @Override
  public boolean consumes() {
    return browse == Browse.NONE || options.has(GetOptions.MESSAGE_UNDER_CURSOR);
  }

  @Override
  public void serve() {
    Message message = mustHoldBack() ? null : queue.reader().find(criteria, browse);
    if (message == null) {
      queue.queue().addWaiter(this);
    } else {
      finish(message);
    }
  }

  /** Looks at the queue again. */
  void retry() {
    if (!done) {
      queue.queue().removeWaiter(this);
      serve();
    }
  }

  @Override
  public void fail(Reason reason) {
    if (!done) {
      end();
      countFailure(reason);
      answer.sendNothing(reason);
    }
  }

  private void countFailure(Reason reason) {
    Counters ofQueue = queue.queue().activity().counters();
    for (Counters counters : List.of(ofQueue, hub.queueManager().calls())) {
      counters.count(consumes() ? Event.FAILED_GET : Event.FAILED_BROWSE);
      if (consumes() && reason == Reason.NO_MESSAGE_AVAILABLE) {
        counters.count(Event.EMPTY_GET);
      }
    }
  }

  /** Nobody is there any more to be answered. */
  void abandon() {
    end();
  }

  private void end() {
    done = true;
    queue.queue().removeWaiter(this);
    if (conversation.waitingGet() == this) {
      conversation.waitingGet(null);
    }
    if (timeout != null) {
      timeout.cancel();
    }
  }

  private void finish(Message message) {
    end();
    byte[] queueName = queue.queue().paddedName();
    Delivery delivery =
        Delivery.of(
            message,
            hub.queueManager().timer().epochMillis(),
            options.options(),
            answer.wanted().characterSet());
    boolean inSyncpoint = consumes() && Selection.inSyncpoint(options.options(), message);
    if (!answer.fits(delivery) && !options.has(GetOptions.ACCEPT_TRUNCATED)) {
      queue.reader().keep(message);
      answer.send(delivery, message.token(), Outcome.warning(Reason.TRUNCATED), queueName);
      return;
    }
    if (inSyncpoint && !conversation.unitOfWork().hasRoom()) {
      answer.sendNothing(Reason.SYNCPOINT_LIMIT_REACHED);
      return;
    }
    if (groups != null) {
      groups.passed(message.descriptor());
    }
    if (consumes()) {
      take(message, delivery, inSyncpoint);
    } else {
      queue.reader().browseTo(message, options.has(GetOptions.LOCK));
      hub.queueManager().calls().count(Operation.BROWSE, message);
      answer.send(delivery, message.token(), outcome(delivery), queueName);
    }
  }

  private Outcome outcome(Delivery delivery) {
    if (!answer.fits(delivery)) {
      return Outcome.warning(Reason.TRUNCATED_ACCEPTED);
    }
    return delivery.warning() == Reason.NONE ? Outcome.GOOD : Outcome.warning(delivery.warning());
  }

  private void take(Message message, Delivery delivery, boolean inSyncpoint) {
    queue.reader().take(message);
    queue.saveContext(message.descriptor());
    QueueManager queueManager = hub.queueManager();
    queueManager.gets().mark(queueManager.timer().nowNanos());
    queueManager.calls().count(Operation.GET, message);
    conversation.instance().got();
    if (inSyncpoint) {
      conversation.unitOfWork().got(queue.queue(), message);
    } else {
      conversation.messageUnderWay();
    }
    hub.capacity().submit(() -> deliver(message, delivery, inSyncpoint));
  }

  /** The client may have gone while the message waited for its token; then it stays here. */
  private void deliver(Message message, Delivery delivery, boolean inSyncpoint) {
    LocalQueue source = queue.queue();
    if (!inSyncpoint) {
      if (conversation.isEnded()) {
        source.restore(message);
        return;
      }
      hub.queueManager().settle(source, message);
    }
    answer.send(delivery, message.token(), outcome(delivery), source.paddedName());
  }
}
