package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.ConnectOptions;
import dev.sluice.mqsim.queue.QueueManager;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The application instances connected to one queue manager.
 *
 * <p>Each MQCONN is given an id of its own. A session presents, in its MQCONN, the id that its JMS
 * connection was given; so a presented id that is known tells which instance a session belongs to,
 * and anything else begins a new instance.
 */
public final class Instances {

  private final QueueManager queueManager;
  private final Map<ByteBuffer, Conversation> conversations = new HashMap<>();
  private final List<ApplicationInstance> all = new ArrayList<>();

  public Instances(QueueManager queueManager) {
    this.queueManager = queueManager;
  }

  /** Adds a conversation to the instance it belongs to; returns the id it is given. */
  byte[] connect(Conversation conversation, ConnectOptions options, String user) {
    Conversation known = conversations.get(ByteBuffer.wrap(options.presentedId()));
    ApplicationInstance instance =
        known != null ? known.instance() : newInstance(conversation, options);
    instance.joined(conversation);
    conversation.connected(instance, user);
    byte[] id = queueManager.ids().connectionId();
    conversations.put(ByteBuffer.wrap(id), conversation);
    return id;
  }

  private ApplicationInstance newInstance(Conversation parent, ConnectOptions options) {
    ApplicationInstance instance =
        new ApplicationInstance(
            options.applicationName(), options.isReconnectable(), parent, queueManager.timer());
    all.add(instance);
    return instance;
  }

  /** Takes a conversation that has ended off; its instance goes with its last conversation. */
  void disconnect(Conversation conversation) {
    ApplicationInstance instance = conversation.instance();
    instance.left(conversation);
    conversations.values().remove(conversation);
    if (instance.conversationCount() == 0) {
      all.remove(instance);
    }
  }

  /** The conversation that was given an id. */
  Optional<Conversation> find(byte[] id) {
    return Optional.ofNullable(conversations.get(ByteBuffer.wrap(id)));
  }

  /** All instances, the longest connected first. */
  public Collection<ApplicationInstance> all() {
    return List.copyOf(all);
  }
}
