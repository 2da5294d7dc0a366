package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.ConnectOptions;
import dev.sluice.mqsim.manager.QueueManager;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
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
 * instance; zeros begin a new one. An instance that was asked to go and is back at once found no
 * way to where it was to go.
 */
public final class Instances {

  private static final ByteBuffer NO_ID =
      ByteBuffer.allocate(ConnectOptions.ID_BYTES).asReadOnlyBuffer();

  private final QueueManager queueManager;
  private final Map<ByteBuffer, Conversation> conversations = new HashMap<>();
  private final Map<ByteBuffer, ApplicationInstance> instancesByPresentedId = new HashMap<>();
  private final List<ApplicationInstance> all = new ArrayList<>();
  private final Map<ByteBuffer, Long> whenLeft = new HashMap<>(); // on request, by all their ids

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
    if (hasLeftJustNow(presented)) {
      instance.cameBack();
    }
    if (!presented.equals(NO_ID)) {
      instancesByPresentedId.put(presented, instance);
    }
    return instance;
  }

  /** Takes a conversation that has ended off; its instance goes with its last conversation. */
  void disconnect(Conversation conversation) {
    ApplicationInstance instance = conversation.instance();
    if (instance.isLeaving()) {
      left(instance);
    }
    instance.left(conversation);
    conversations.values().remove(conversation);
    if (instance.conversationCount() == 0) {
      all.remove(instance);
      instancesByPresentedId.values().remove(instance);
    }
  }

  /** Forgets who has left: a client that comes back after this was elsewhere meanwhile. */
  public void queueManagerEnds() {
    whenLeft.clear();
  }

  private void left(ApplicationInstance instance) {
    whenLeft.keySet().removeIf(id -> !hasLeftJustNow(id));
    long nowNanos = queueManager.timer().nowNanos();
    whenLeft.put(ByteBuffer.wrap(instance.tag()), nowNanos);
    instancesByPresentedId.forEach(
        (id, each) -> {
          if (each == instance) {
            whenLeft.put(id, nowNanos);
          }
        });
  }

  private boolean hasLeftJustNow(ByteBuffer id) {
    Long then = whenLeft.get(id);
    return then != null
        && queueManager.timer().nowNanos() - then < ApplicationInstance.MOVE_TIMEOUT_NANOS;
  }

  /** The conversation that was given an id. */
  Optional<Conversation> find(byte[] id) {
    return Optional.ofNullable(conversations.get(ByteBuffer.wrap(id)));
  }

  /** All conversations, as connections to the queue manager. */
  public List<ClientConnection> connections() {
    return conversations.entrySet().stream()
        .map(
            each -> {
              Conversation conversation = each.getValue();
              Connection socket = conversation.connection();
              return new ClientConnection(
                  HexFormat.of().withUpperCase().formatHex(each.getKey().array()),
                  conversation.instance().applicationName(),
                  conversation.user(),
                  socket.negotiation().initialData().channelName(),
                  socket.address());
            })
        .toList();
  }

  /** All instances, the longest connected first. */
  public Collection<ApplicationInstance> all() {
    return List.copyOf(all);
  }
}
