package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.Segment;
import dev.sluice.mqsim.codec.SegmentType;
import dev.sluice.mqsim.codec.call.AsyncPutStatus;
import dev.sluice.mqsim.codec.call.Notification;
import dev.sluice.mqsim.codec.call.StreamedMessage;
import dev.sluice.mqsim.codec.structure.PutOrigin;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenQueue;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenSubscription;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.Transactions;
import dev.sluice.mqsim.manager.UnitOfWork;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.Reason;
import io.netty.buffer.ByteBuf;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One MQ connection: the state that its calls share. A JMS connection is one, each of its sessions
 * is another.
 */
public final class Conversation {

  private static final int FIRST_HANDLE = 2;
  private static final int HANDLE_STEP = 2;

  /** Of everything that is streamed. */
  static final int STREAM_REQUEST_ID = 1;

  private final Connection connection;
  private final int id;
  private final QueueManager queueManager;
  private final Transactions.Connection transactions;
  private final IntObjectMap<ObjectHandle> handles = new IntObjectHashMap<>();
  private final Map<Integer, LogicalOrder> orders = new HashMap<>();
  private final List<LocalQueue> temporaryQueues = new ArrayList<>();
  private List<ByteBuffer> recovering = List.of();
  private int nextHandle = FIRST_HANDLE;
  private ApplicationInstance instance;
  private PutOrigin origin;
  private String user;
  private final SyncpointTurn syncpointTurn = new SyncpointTurn();
  private WaitingGet waitingGet;
  private boolean started;
  private boolean messageUnderWay;
  private boolean commitUnderWay;
  private boolean ended;
  private int asyncPutsSucceeded;
  private int asyncPutsFailed;
  private Reason firstAsyncPutFailure = Reason.NONE;

  Conversation(Connection connection, int id) {
    this.connection = connection;
    this.id = id;
    this.queueManager = connection.hub().queueManager();
    this.transactions = new Transactions.Connection(queueManager);
  }

  Connection connection() {
    return connection;
  }

  int id() {
    return id;
  }

  /** The MQCONN was good: the conversation belongs to an instance of an application now. */
  void connected(ApplicationInstance joined, String as) {
    instance = joined;
    user = as;
    origin = PutOrigin.of(as, joined.applicationName());
  }

  /** The user whose rights the calls have. */
  String user() {
    return user;
  }

  boolean isConnected() {
    return instance != null;
  }

  boolean isEnded() {
    return ended;
  }

  ApplicationInstance instance() {
    return instance;
  }

  PutOrigin origin() {
    return origin;
  }

  UnitOfWork unitOfWork() {
    return transactions.work();
  }

  /** Its work, as distributed transactions see it. */
  Transactions.Connection transactions() {
    return transactions;
  }

  /** The ids of branches in doubt that its transaction manager is still to be told. */
  List<ByteBuffer> recovering() {
    return recovering;
  }

  void recovering(List<ByteBuffer> left) {
    recovering = left;
  }

  int open(ObjectHandle object) {
    int handle = nextHandle;
    nextHandle += HANDLE_STEP;
    handles.put(handle, object);
    return handle;
  }

  /** A temporary queue that goes when the conversation goes. */
  void owns(LocalQueue temporaryQueue) {
    temporaryQueues.add(temporaryQueue);
    queueManager.security().own(user, temporaryQueue.name());
  }

  void delete(LocalQueue queue) {
    temporaryQueues.remove(queue);
    queueManager.delete(queue);
  }

  /**
   * The object behind a handle.
   *
   * @throws CallFailedException if there is none
   */
  ObjectHandle object(int handle) {
    ObjectHandle object = handles.get(handle);
    if (object == null) {
      throw new CallFailedException(Reason.HANDLE_INVALID);
    }
    return object;
  }

  /** Where the handle is in the group of messages that it puts. */
  LogicalOrder logicalOrder(int handle) {
    return orders.computeIfAbsent(handle, opened -> new LogicalOrder());
  }

  ObjectHandle removeHandle(int handle) {
    ObjectHandle object = object(handle);
    handles.remove(handle);
    orders.remove(handle);
    object.release();
    return object;
  }

  Collection<ObjectHandle> objects() {
    return List.copyOf(handles.values());
  }

  /** The get that waits for a message; null if none does. */
  WaitingGet waitingGet() {
    return waitingGet;
  }

  void waitingGet(WaitingGet get) {
    waitingGet = get;
  }

  /** A message has been taken off its queue for a get outside syncpoint. */
  void messageUnderWay() {
    messageUnderWay = true;
  }

  /** Whether the client may not have the last message yet. */
  boolean isMessageUnderWay() {
    return messageUnderWay;
  }

  /** A unit of work was committed; its client may not know it yet. */
  void commitUnderWay() {
    commitUnderWay = true;
  }

  /** Whether a client that left now would lose a message or not know what became of one. */
  boolean hasWorkUnderWay() {
    return messageUnderWay || commitUnderWay || !unitOfWork().isEmpty();
  }

  /** The client calls again, so it has the answer to its last get or commit. */
  void called() {
    commitUnderWay = false;
    if (messageUnderWay) {
      messageUnderWay = false;
      instance.workEnded();
    }
  }

  /** Whether consumers with a stream are to be served. */
  boolean isStarted() {
    return started;
  }

  void started(boolean serve) {
    started = serve;
    serveStreams();
  }

  /** Serves the waiting calls, after a time in which nobody of the instance was served. */
  void resume() {
    if (waitingGet != null) {
      waitingGet.retry();
    }
    serveStreams();
  }

  SyncpointTurn syncpointTurn() {
    return syncpointTurn;
  }

  /** Sends the consumers with a stream what there is for them and may be sent. */
  void serveStreams() {
    for (ObjectHandle object : objects()) {
      if (object instanceof OpenQueue queue && queue.stream() != null) {
        queue.stream().serve();
      }
    }
  }

  /** Sends a message of a stream. */
  void stream(StreamedMessage message) {
    int room = connection.maxBodyBytes();
    int total = message.data().length;
    int sent = Math.min(total, room - message.firstHeaderBytes());
    ByteBuf first = connection.begin(message.firstHeaderBytes() + sent);
    message.writeFirst(first, sent);
    stream(first, Segment.FIRST | (sent == total ? Segment.LAST : 0));
    for (int segment = 1; sent < total; segment++) {
      int part = Math.min(total - sent, room - StreamedMessage.SHORT_HEADER_BYTES);
      ByteBuf next = connection.begin(StreamedMessage.SHORT_HEADER_BYTES + part);
      message.writeNext(next, segment, sent, part);
      sent += part;
      stream(next, sent == total ? Segment.LAST : 0);
    }
  }

  private void stream(ByteBuf body, int flags) {
    int type = SegmentType.ASYNC_MESSAGE.code();
    connection.sendSegment(body, id, STREAM_REQUEST_ID, type, flags);
  }

  /** Tells the client of a stream. */
  void notify(int requestId, Notification notification) {
    ByteBuf body = connection.begin(Notification.LENGTH_BYTES);
    notification.write(body);
    connection.send(body, id, requestId, SegmentType.NOTIFICATION.code());
  }

  /** Whether the conversation consumes messages. */
  boolean hasInput() {
    return handles.values().stream()
        .anyMatch(object -> object instanceof OpenQueue queue && queue.isForInput());
  }

  void countAsyncPut(Reason reason) {
    if (reason == Reason.NONE) {
      asyncPutsSucceeded++;
    } else {
      asyncPutsFailed++;
      firstAsyncPutFailure = firstAsyncPutFailure == Reason.NONE ? reason : firstAsyncPutFailure;
    }
  }

  /** The counts since this was last asked for. */
  AsyncPutStatus takeAsyncPutStatus() {
    AsyncPutStatus status =
        new AsyncPutStatus(asyncPutsSucceeded, asyncPutsFailed, firstAsyncPutFailure.code());
    asyncPutsSucceeded = 0;
    asyncPutsFailed = 0;
    firstAsyncPutFailure = Reason.NONE;
    return status;
  }

  /** The client has gone, politely or not: whatever it held is given back. */
  void end() {
    if (ended) {
      return;
    }
    ended = true;
    if (waitingGet != null) {
      waitingGet.abandon();
    }
    handles.values().forEach(ObjectHandle::release);
    for (ObjectHandle object : objects()) {
      if (object instanceof OpenSubscription open) {
        queueManager.close(open.subscription(), false);
      }
    }
    handles.clear();
    queueManager.transactions().end(transactions, false);
    List.copyOf(temporaryQueues).forEach(this::delete);
    if (instance != null) {
      connection.hub().instances().disconnect(this);
    }
  }
}
