package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.call.MessageRequest;
import dev.sluice.mqsim.codec.call.Notification;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenQueue;
import dev.sluice.mqsim.queue.CallFailedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streams of messages, for listeners and for read ahead: the client says how much it will take
 * (REQUEST_MSGS) and whether its consumers are started (NOTIFICATION), and is then sent messages
 * without asking for each.
 */
final class StreamCalls {

  private static final Logger LOG = LoggerFactory.getLogger(StreamCalls.class);

  private final Hub hub;

  StreamCalls(Hub hub) {
    this.hub = hub;
  }

  void requestMessages(Conversation conversation, Flow flow) {
    MessageRequest request = MessageRequest.read(flow.body());
    OpenQueue queue;
    try {
      queue = conversation.object(request.handle()).asQueue();
    } catch (CallFailedException e) {
      LOG.debug("messages requested of handle {}: {}", request.handle(), e.reason());
      return;
    }
    if (request.isGet()) {
      if (queue.gets() == null) {
        queue.gets(new GetStream(hub, conversation, queue, request.handle()));
      }
      queue.gets().request(flow, request);
      return;
    }
    if (queue.stream() == null) {
      queue.stream(new StreamingConsumer(hub, conversation, queue, request.handle()));
    }
    queue.stream().request(request);
    if (flow.wantsAnswer()) {
      conversation.notify(
          flow.requestId(), new Notification(request.handle(), Notification.CLIENT_ASYNC_EMPTY, 0));
    }
  }

  void notification(Conversation conversation, Flow flow) {
    Notification notification = Notification.read(flow.body());
    switch (notification.code()) {
      case Notification.CONNECTION_STATE -> {
        conversation.started(notification.saysStarted());
        confirm(conversation, flow, notification, Notification.CONNECTION_STATE_REPLY);
      }
      case Notification.QUEUE_STATE ->
          confirm(conversation, flow, notification, Notification.QUEUE_STATE_REPLY);
      default -> LOG.debug("{}", notification);
    }
  }

  private static void confirm(
      Conversation conversation, Flow flow, Notification notification, int code) {
    if (flow.wantsAnswer()) {
      conversation.notify(
          flow.requestId(), new Notification(notification.handle(), code, notification.value()));
    }
  }
}
