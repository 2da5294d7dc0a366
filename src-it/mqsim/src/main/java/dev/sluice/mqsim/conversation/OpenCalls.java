package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.authority.Authority;
import dev.sluice.mqsim.authority.Security;
import dev.sluice.mqsim.codec.call.CallHeader;
import dev.sluice.mqsim.codec.call.OpenRequest;
import dev.sluice.mqsim.codec.call.SpiCall;
import dev.sluice.mqsim.codec.call.SubscribeRequest;
import dev.sluice.mqsim.codec.structure.ObjectDescriptor;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenQueue;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenQueueManager;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenRemoteQueue;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenSubscription;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenTopic;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.Selectors;
import dev.sluice.mqsim.manager.Subscription;
import dev.sluice.mqsim.manager.Topic;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.PutTarget;
import dev.sluice.mqsim.queue.QueueReader;
import dev.sluice.mqsim.queue.Reason;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * Opening and closing: MQOPEN, the internal calls OPEN and SUBSCRIBE, MQCLOSE. The client opens
 * queues of producers and consumers by the internal call, and the queue manager, temporary queues
 * and, without shared conversations, everything by MQOPEN.
 */
final class OpenCalls {

  private static final String DEFAULT_DYNAMIC_NAME = "AMQ.*";

  private static final int CLOSE_DELETE = 0x1;
  private static final int CLOSE_DELETE_PURGE = 0x2;
  private static final int CLOSE_REMOVE_SUBSCRIPTION = 0x8;

  /** In MQSUBRQ: behind the call header and the action, in "SRO ". */
  private static final int SENT_PUBLICATIONS = 32;

  private final QueueManager queueManager;
  private final Security security;

  OpenCalls(Hub hub) {
    this.queueManager = hub.queueManager();
    this.security = queueManager.security();
  }

  /** MQOPEN: object descriptor, then open options. */
  void open(Conversation conversation, Flow flow) {
    int index = flow.index(CallHeader.LENGTH_BYTES);
    ObjectDescriptor object = ObjectDescriptor.read(flow.body(), index);
    int handle = open(conversation, object, flow.body().getInt(index + object.lengthBytes()));
    Answer answer = Answer.to(conversation, flow);
    ByteBuf buffer = answer.beginEcho(flow);
    if (object.type() == ObjectDescriptor.QUEUE) {
      int copy = answer.index(buffer, CallHeader.LENGTH_BYTES);
      ObjectDescriptor.overwriteName(buffer, copy, nameOf(object, conversation.object(handle)));
    }
    answer.send(buffer, Outcome.GOOD, handle);
  }

  /** The internal call OPEN. */
  void openInternally(Conversation conversation, Flow flow) {
    OpenRequest request = OpenRequest.read(flow.body());
    int handle = open(conversation, request.object(), request.openOptions());
    Answer answer = Answer.to(conversation, flow);
    ByteBuf buffer = answer.beginEcho(flow);
    request.overwrite(
        buffer, answer.index(buffer, 0), nameOf(request.object(), conversation.object(handle)));
    answer.send(buffer, Outcome.GOOD, handle);
  }

  /** The name that a queue really has; an alias has its own. */
  private String nameOf(ObjectDescriptor asked, ObjectHandle object) {
    if (queueManager.routes().alias(asked.name()).isPresent()) {
      return asked.name();
    } else if (object instanceof OpenQueue open) {
      return open.queue().name();
    }
    return object instanceof OpenRemoteQueue open ? open.target().name() : "";
  }

  private int open(Conversation conversation, ObjectDescriptor object, int options) {
    if (conversation.objects().size() >= queueManager.maxHandles()) {
      throw new CallFailedException(Reason.HANDLE_NOT_AVAILABLE);
    }
    return switch (object.type()) {
      case ObjectDescriptor.QUEUE_MANAGER -> {
        security.requireOpen(conversation.user(), Security.QUEUE_MANAGER, "", options);
        yield conversation.open(new OpenQueueManager());
      }
      case ObjectDescriptor.TOPIC ->
          conversation.open(new OpenTopic(topic(conversation, object), options));
      case ObjectDescriptor.QUEUE -> openQueue(conversation, object, options);
      default -> throw new CallFailedException(Reason.UNKNOWN_OBJECT);
    };
  }

  private Topic topic(Conversation conversation, ObjectDescriptor object) {
    String topic = queueManager.topicObjects().resolve(object.name(), object.topic());
    requireTopic(conversation, topic, Authority.PUB);
    return queueManager.topic(topic);
  }

  /** Rights of any branch that the topic is on are enough. */
  private void requireTopic(Conversation conversation, String topic, Authority authority) {
    String user = conversation.user();
    List<String> objects = queueManager.topicObjects().over(topic);
    if (objects.stream().noneMatch(one -> security.allows(user, Security.TOPIC, one, authority))) {
      security.require(user, Security.TOPIC, objects.get(0), authority);
    }
  }

  private int openQueue(Conversation conversation, ObjectDescriptor object, int options) {
    PutTarget target = target(conversation, object, options);
    if (target instanceof LocalQueue queue) {
      QueueReader reader = new QueueReader(queue, Selectors.parse(object.selector()));
      return conversation.open(new OpenQueue(options, reader));
    }
    if (OpenQueue.takesMessages(options)) {
      throw new CallFailedException(Reason.OPTION_NOT_VALID_FOR_TYPE); // messages are not here
    }
    if (target instanceof Topic topic) { // by an alias
      return conversation.open(new OpenTopic(topic, options));
    }
    return conversation.open(new OpenRemoteQueue(target, options));
  }

  /** Opening a model queue makes a temporary one. */
  private PutTarget target(Conversation conversation, ObjectDescriptor object, int options) {
    String user = conversation.user();
    if (!queueManager.isModel(object.name())) {
      PutTarget target = queueManager.target(object.name(), object.queueManager());
      security.requireOpen(user, Security.QUEUE, profile(object, target), options);
      return target;
    }
    security.requireOpen(user, Security.QUEUE, object.name(), options);
    String pattern = object.dynamicName().isEmpty() ? DEFAULT_DYNAMIC_NAME : object.dynamicName();
    LocalQueue temporary = queueManager.newTemporaryQueue(object.name(), pattern);
    conversation.owns(temporary);
    return temporary;
  }

  /** The queue whose rights count: those of an alias, and not of what it stands for. */
  private String profile(ObjectDescriptor object, PutTarget target) {
    return queueManager.routes().alias(object.name()).isPresent()
        ? object.name()
        : target.profile();
  }

  /** Where an MQPUT1 to a described object goes. */
  PutTarget putTarget(Conversation conversation, ObjectDescriptor object) {
    if (object.type() == ObjectDescriptor.TOPIC) {
      return topic(conversation, object);
    }
    PutTarget target = queueManager.target(object.name(), object.queueManager());
    security.require(conversation.user(), Security.QUEUE, profile(object, target), Authority.PUT);
    return target;
  }

  /**
   * The internal call SUBSCRIBE: answers with two handles, of the queue and of the subscription.
   */
  void subscribe(Conversation conversation, Flow flow) {
    SubscribeRequest request = SubscribeRequest.read(flow.body());
    Subscription subscription = subscription(conversation, request, null);
    int queueHandle = openQueueOf(subscription, conversation, request);
    int handle = conversation.open(new OpenSubscription(subscription));
    Answer answer = Answer.to(conversation, flow);
    ByteBuf buffer = answer.beginEcho(flow);
    int start = answer.index(buffer, 0);
    SpiCall.markAsAnswer(buffer, start + SpiCall.SECOND_STRUCTURE);
    String queue = subscription.queue().name();
    SubscribeRequest.overwrite(buffer, start, handle, queue, queueManager.name());
    answer.send(buffer, Outcome.GOOD, queueHandle);
  }

  private Subscription subscription(
      Conversation conversation, SubscribeRequest request, LocalQueue given) {
    requireTopic(conversation, request.topic(), Authority.SUB);
    return queueManager.subscribe(request, given);
  }

  private static int openQueueOf(
      Subscription subscription, Conversation conversation, SubscribeRequest request) {
    QueueReader reader = new QueueReader(subscription.queue(), null);
    return conversation.open(new OpenQueue(request.queueOpenOptions(), reader));
  }

  /** MQSUB: publications go to the queue whose handle it has, or to one that is made for them. */
  void subscribeByCall(Conversation conversation, Flow flow) {
    SubscribeRequest request = SubscribeRequest.readCall(flow.body());
    int queueHandle = CallHeader.handle(flow.body());
    LocalQueue given =
        request.isManaged() ? null : conversation.object(queueHandle).asQueue().queue();
    Subscription subscription = subscription(conversation, request, given);
    if (request.isManaged()) {
      queueHandle = openQueueOf(subscription, conversation, request);
    }
    int handle = conversation.open(new OpenSubscription(subscription));
    Answer answer = Answer.to(conversation, flow);
    ByteBuf buffer = answer.beginEcho(flow);
    buffer.setInt(answer.index(buffer, SubscribeRequest.CALL_SUBSCRIPTION_HANDLE), handle);
    answer.send(buffer, Outcome.GOOD, queueHandle);
  }

  /** MQSUBRQ: sends the subscriber what is retained, and answers how many publications. */
  void requestRetained(Conversation conversation, Flow flow) {
    int handle = CallHeader.handle(flow.body());
    if (!(conversation.object(handle) instanceof OpenSubscription open)) {
      throw new CallFailedException(Reason.HANDLE_INVALID);
    }
    int sent = queueManager.sendRetained(open.subscription());
    if (sent == 0) {
      throw new CallFailedException(Reason.NO_RETAINED_MESSAGE);
    }
    Answer answer = Answer.to(conversation, flow);
    ByteBuf buffer = answer.beginEcho(flow);
    buffer.setInt(answer.index(buffer, SENT_PUBLICATIONS), sent);
    answer.send(buffer, Outcome.GOOD, handle);
  }

  /** MQCLOSE: a handle and close options. */
  void close(Conversation conversation, Flow flow) {
    int options = flow.body().getInt(flow.index(CallHeader.LENGTH_BYTES));
    Outcome outcome = Outcome.GOOD;
    try {
      int handle = CallHeader.handle(flow.body());
      requireDeletable(conversation.object(handle), options);
      close(conversation, conversation.removeHandle(handle), options);
    } catch (CallFailedException e) {
      outcome = Outcome.failed(e.reason());
    }
    Answer answer = Answer.to(conversation, flow);
    answer.send(answer.begin(0), outcome, Answer.NO_HANDLE);
  }

  private static void requireDeletable(ObjectHandle object, int options) {
    if ((options & CLOSE_DELETE) != 0
        && object instanceof OpenQueue open
        && open.queue().depth() > 0) {
      throw new CallFailedException(Reason.QUEUE_NOT_EMPTY);
    }
  }

  private void close(Conversation conversation, ObjectHandle object, int options) {
    if (object instanceof OpenQueue open && (options & (CLOSE_DELETE | CLOSE_DELETE_PURGE)) != 0) {
      conversation.delete(open.queue());
    } else if (object instanceof OpenSubscription open) {
      boolean remove = (options & CLOSE_REMOVE_SUBSCRIPTION) != 0;
      queueManager.close(open.subscription(), remove);
    }
  }
}
