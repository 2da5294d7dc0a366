package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.HeaderForm;
import dev.sluice.mqsim.codec.Segment;
import dev.sluice.mqsim.codec.SegmentType;
import dev.sluice.mqsim.codec.call.ChannelStatus;
import dev.sluice.mqsim.codec.call.InitialData;
import dev.sluice.mqsim.codec.call.SocketAction;
import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import io.netty.buffer.ByteBuf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The flows that belong to a socket, not to a conversation on it. */
final class SocketFlows {

  private static final Logger LOG = LoggerFactory.getLogger(SocketFlows.class);
  private static final int TARGET_BYTES = 96;

  private final Connection connection;
  private boolean revising;

  SocketFlows(Connection connection) {
    this.connection = connection;
  }

  /** Whether a segment belongs to the socket. */
  static boolean concern(Segment segment) {
    return switch (segment.type()) {
      case INITIAL_DATA, STATUS_DATA, SECURITY_DATA, HEARTBEAT, SOCKET_ACTION -> true;
      default -> false;
    };
  }

  void handle(Segment segment) {
    boolean negotiated = connection.negotiation() != null && !revising;
    if (negotiated == (segment.type() == SegmentType.INITIAL_DATA)) {
      throw new MalformedSegmentException(segment.type() + " out of turn");
    }
    switch (segment.type()) {
      case INITIAL_DATA -> initialData(segment);
      case HEARTBEAT -> heartbeat(segment);
      case SOCKET_ACTION -> socketAction(SocketAction.read(segment.body()));
      case STATUS_DATA -> connection.close(); // a client says so only to part
      default -> LOG.debug("{} ignored", segment.type());
    }
  }

  private void initialData(Segment segment) {
    Hub hub = connection.hub();
    InitialData client = InitialData.read(segment.body());
    connection.writer().order(hub.settings().byteOrder());
    Negotiation.refusal(client, hub)
        .ifPresentOrElse(
            status -> refuse(client, status),
            () -> agree(segment, client, Negotiation.agree(client, hub.settings())));
  }

  private void refuse(InitialData client, ChannelStatus status) {
    LOG.info("channel '{}', level {}: refused, {}", client.channelName(), client.level(), status);
    ByteBuf body = connection.writer().begin(HeaderForm.TSH, 8);
    status.write(body);
    send(body, HeaderForm.TSH, SegmentType.STATUS_DATA, Segment.ERROR | Segment.CLOSE);
    connection.close();
  }

  /** The client repeats a revised offer in the form of the header that was agreed on before. */
  private void agree(Segment segment, InitialData client, Negotiation agreed) {
    boolean wasAsked = revising;
    revising = agreed.initialData().differsFrom(client);
    if (wasAsked && revising) {
      throw new MalformedSegmentException("a client that insists on its offer");
    }
    ByteBuf body = segment.body();
    ByteBuf answer = connection.writer().begin(segment.form(), body.readableBytes());
    InitialData.copy(body, answer);
    int start = answer.readerIndex() + segment.form().lengthBytes();
    agreed
        .initialData()
        .overwrite(
            answer,
            start,
            connection.hub().queueManager().name(),
            connection.hub().queueManager().id());
    if (revising) {
      agreed.initialData().askForRevision(answer, start, client);
    }
    connection
        .writer()
        .end(
            answer,
            segment.form(),
            segment.conversationId(),
            segment.requestId(),
            SegmentType.INITIAL_DATA.code(),
            revising ? Segment.ERROR : 0,
            connection::write);
    connection.negotiated(agreed);
  }

  private void heartbeat(Segment segment) {
    if ((segment.flags() & Segment.CONFIRM) != 0) {
      sendHeartbeat(0);
    }
  }

  /** Sends a heartbeat that wants an answer. */
  void askForHeartbeat() {
    sendHeartbeat(Segment.CONFIRM);
  }

  private void sendHeartbeat(int flags) {
    HeaderForm form = connection.negotiation().socketForm();
    send(connection.writer().begin(form, 0), form, SegmentType.HEARTBEAT, flags);
  }

  private void socketAction(SocketAction action) {
    switch (action.type()) {
      case SocketAction.START_CONVERSATION -> {
        connection.conversation(action.conversationId());
        ByteBuf answer = connection.begin(SocketAction.LENGTH_BYTES);
        action.accepted().write(answer);
        int type = SegmentType.SOCKET_ACTION.code();
        connection.send(answer, action.conversationId(), 0, type);
      }
      case SocketAction.END_CONVERSATION -> connection.endConversation(action.conversationId());
      default -> LOG.debug("socket action {} ignored", action.type());
    }
  }

  void askToReconnect(String queueManagerName, String queueManagerId) {
    HeaderForm form = connection.negotiation().socketForm();
    ByteBuf body = connection.writer().begin(form, SocketAction.LENGTH_BYTES + TARGET_BYTES);
    SocketAction.reconnect().write(body);
    SocketAction.writeTarget(body, queueManagerName, queueManagerId);
    send(body, form, SegmentType.SOCKET_ACTION, 0);
  }

  void forbidReconnection() {
    HeaderForm form = connection.negotiation().socketForm();
    ByteBuf body = connection.writer().begin(form, SocketAction.LENGTH_BYTES);
    SocketAction.stayAway().write(body);
    send(body, form, SegmentType.SOCKET_ACTION, 0);
  }

  private void send(ByteBuf body, HeaderForm form, SegmentType type, int flags) {
    connection.writer().end(body, form, 0, 0, type.code(), flags, connection::write);
  }
}
