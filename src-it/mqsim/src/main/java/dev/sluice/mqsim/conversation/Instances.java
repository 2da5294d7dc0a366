package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.ConnectOptions;
import dev.sluice.mqsim.manager.QueueManager;
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
 * connection was given at its first connect. After a reconnection all of them, the JMS connection
 * first, still present that old id, which comes from another queue manager or from the past. So
 * conversations that present the same id, or an id that a conversation here was given, are one
 * instance; zeros begin a new one.
 */
public final class Instances {

  private static final ByteBuffer NO_ID =
      ByteBuffer.allocate(ConnectOptions.ID_BYTES).asReadOnlyBuffer();

  private final QueueManager queueManager;
  private final Map<ByteBuffer, Conversation> conversations = new HashMap<>();
  private final Map<ByteBuffer, ApplicationInstance> instancesByPresentedId = new HashMap<>();
  private final List<ApplicationInstance> all = new ArrayList<>();

  public Instances(QueueManager queueManager) {
    this.queueManager = queueManager;
  }

  /** Adds a conversation to the instance it belongs to; returns the id it is given. */
  byte[] connect(Conversation conversation, ConnectOptions options, String user) {
    ApplicationInstance instance = instanceOf(options);
    instance.joined(conversation, options.applicationName());
    conversation.connected(instance, user);
    byte[] id = queueManager.ids().connectionId();
    instance.tag(id);
    conversations.put(ByteBuffer.wrap(id), conversation);
    return id;
  }

  private ApplicationInstance instanceOf(ConnectOptions options) {
    ByteBuffer presented = ByteBuffer.wrap(options.presentedId());
    Conversation known = conversations.get(presented);
    if (known != null) {
      return known.instance();
    }
    ApplicationInstance existing = instancesByPresentedId.get(presented);
    if (existing != null) {
      return existing;
    }
    ApplicationInstance instance =
        new ApplicationInstance(
            options.applicationName(),
            options.isReconnectable(),
            options.balancing(),
            queueManager.timer());
    all.add(instance);
    if (!presented.equals(NO_ID)) {
      instancesByPresentedId.put(presented, instance);
    }
    return instance;
  }

  /** Takes a conversation that has ended off; its instance goes with its last conversation. */
  void disconnect(Conversation conversation) {
    ApplicationInstance instance = conversation.instance();
    instance.left(conversation);
    conversations.values().remove(conversation);
    if (instance.conversationCount() == 0) {
      all.remove(instance);
      instancesByPresentedId.values().remove(instance);
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
