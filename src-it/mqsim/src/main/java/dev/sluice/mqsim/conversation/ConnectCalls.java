package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.authority.Client;
import dev.sluice.mqsim.codec.SegmentType;
import dev.sluice.mqsim.codec.call.UserIdentity;
import dev.sluice.mqsim.codec.structure.ConnectOptions;
import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.Counters.Event;
import dev.sluice.mqsim.queue.Reason;
import io.netty.buffer.ByteBuf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who the client is: USERID, CONAUTH, MQCONN; and its farewell, MQDISC. */
final class ConnectCalls {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectCalls.class);
  private static final int NO_OBJECT = 0;

  private final Hub hub;

  ConnectCalls(Hub hub) {
    this.hub = hub;
  }

  /**
   * Any user is welcome here; a refused one is told at MQCONN. Without shared conversations the
   * client waits for no answer, and would take one for the answer to its next call.
   */
  void userId(Conversation conversation, Flow flow) {
    conversation.connection().user(UserIdentity.ofUserId(flow.body()));
    if (conversation.connection().negotiation().hasConversations()) {
      accept(conversation, flow);
    }
  }

  /** Replaces what USERID said. The password is scrambled and not looked at. */
  void connectionAuthentication(Conversation conversation, Flow flow) {
    conversation.connection().user(UserIdentity.ofConnectionAuthentication(flow.body()));
    accept(conversation, flow);
  }

  private static void accept(Conversation conversation, Flow flow) {
    Connection connection = conversation.connection();
    int type = SegmentType.STATUS_DATA.code();
    connection.send(connection.begin(0), conversation.id(), flow.requestId(), type);
  }

  void connect(Conversation conversation, Flow flow) {
    if (conversation.isConnected()) {
      throw new MalformedSegmentException("a second MQCONN in one conversation");
    }
    ConnectOptions options = ConnectOptions.read(flow.body());
    LOG.debug("{}: MQCONN {}", hub.queueManager().name(), options);
    Answer answer = Answer.to(conversation, flow);
    ByteBuf buffer = answer.beginEcho(flow);
    try {
      String user = admit(conversation, options);
      byte[] id = hub.instances().connect(conversation, options, user);
      hub.queueManager().calls().count(Event.CONNECT);
      ConnectOptions.overwrite(buffer, answer.index(buffer, 0), hub.queueManager().name(), id);
      answer.send(buffer, Outcome.GOOD, NO_OBJECT);
    } catch (CallFailedException e) {
      hub.queueManager().calls().count(Event.FAILED_CONNECT);
      answer.send(buffer, Outcome.failed(e.reason()), NO_OBJECT);
    }
  }

  /**
   * The user as whom the client works. A name that begins with a star or is blank leaves the choice
   * of the queue manager to the channel table.
   */
  private String admit(Conversation conversation, ConnectOptions options) {
    QueueManager queueManager = hub.queueManager();
    String asked = options.queueManagerName();
    UserIdentity identity = conversation.connection().user();
    if (!asked.isEmpty() && !asked.startsWith("*") && !asked.equals(queueManager.name())) {
      LOG.info("{}: refused a client that asked for '{}'", queueManager.name(), asked);
      throw new CallFailedException(Reason.QUEUE_MANAGER_NAME);
    }
    if (hub.settings().refuses(identity.user())) {
      LOG.info("{}: refused user '{}'", queueManager.name(), identity.user());
      throw new CallFailedException(Reason.NOT_AUTHORIZED);
    }
    Connection connection = conversation.connection();
    return queueManager
        .security()
        .admit(
            new Client(
                connection.negotiation().initialData().channelName(),
                connection.address(),
                identity.user(),
                identity.gavePassword()));
  }

  /** MQDISC commits: that is what a client that disconnects in order expects. */
  void disconnect(Conversation conversation, Flow flow) {
    hub.queueManager().transactions().end(conversation.transactions(), true);
    hub.queueManager().calls().count(Event.DISCONNECT);
    Answer answer = Answer.to(conversation, flow);
    answer.send(answer.begin(0), Outcome.GOOD, NO_OBJECT);
    conversation.connection().endConversation(conversation.id());
  }
}
