package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.FlowAssembler;
import dev.sluice.mqsim.codec.FlowWriter;
import dev.sluice.mqsim.codec.HeaderForm;
import dev.sluice.mqsim.codec.Segment;
import dev.sluice.mqsim.codec.SegmentDecoder;
import dev.sluice.mqsim.codec.call.InitialData;
import dev.sluice.mqsim.codec.call.UserIdentity;
import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.DecoderException;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One socket of a client: hands what belongs to the socket to {@link SocketFlows} and what belongs
 * to a conversation to {@link Calls}. Whatever goes wrong on it ends this connection only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures of writes and closes reach exceptionCaught
public final class Connection extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  /**
   * The longest message that there can be, with structures around it: clients send messages that
   * are too long for the channel, and are told so.
   */
  private static final int MAX_FLOW_BYTES = 100 * 1_024 * 1_024 + 4_096;

  private final Hub hub;
  private final Channel channel;
  private final SegmentDecoder decoder;
  private final FlowAssembler assembler;
  private final FlowWriter writer;
  private final SocketFlows socketFlows;
  private final Calls calls;
  private final IntObjectMap<Conversation> conversations = new IntObjectHashMap<>();
  private Negotiation negotiation;
  private UserIdentity user = UserIdentity.NONE;
  private boolean unflushed;
  private boolean cut;
  private int pauses;
  private boolean closed;
  private final long startedMillis;
  private long callCount;

  Connection(Hub hub, Channel channel, SegmentDecoder decoder) {
    this.hub = hub;
    this.channel = channel;
    this.decoder = decoder;
    this.assembler =
        new FlowAssembler(channel.alloc(), MAX_FLOW_BYTES, Negotiation.MAX_SEGMENT_BYTES);
    this.writer = new FlowWriter(channel.alloc(), Negotiation.MAX_SEGMENT_BYTES);
    this.socketFlows = new SocketFlows(this);
    this.calls = new Calls(hub);
    this.startedMillis = hub.queueManager().timer().epochMillis();
  }

  /** The channel instance that it is; nothing while the client has not said which channel. */
  public Optional<ClientChannel> channel() {
    Optional<Conversation> connected =
        conversations.values().stream().filter(Conversation::isConnected).findFirst();
    return Optional.ofNullable(negotiation)
        .map(
            agreed ->
                new ClientChannel(
                    agreed.initialData().channelName(),
                    address(),
                    connected.map(one -> one.instance().applicationName()).orElse(""),
                    connected.map(Conversation::user).orElse(""),
                    conversations.size(),
                    agreed.maxConversations(),
                    agreed.initialData().heartbeatSeconds(),
                    callCount,
                    startedMillis));
  }

  Hub hub() {
    return hub;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    Segment segment = (Segment) message;
    if (closed) {
      segment.body().release();
      return;
    }
    writer.order(WireOrder.of(segment.body()));
    if (negotiation == null || SocketFlows.concern(segment)) {
      try {
        socketFlows.handle(segment);
      } finally {
        segment.body().release();
      }
      return;
    }
    ByteBuf body = assembler.add(segment);
    if (body != null) {
      try {
        if (!isAboutAnEndedOne(segment)) {
          Conversation conversation = conversation(segment.conversationId());
          callCount++;
          calls.handle(
              conversation, new Flow(segment.type(), segment.requestId(), segment.flags(), body));
        }
      } finally {
        body.release();
      }
    }
  }

  /**
   * A client's consumers tell of themselves on a thread of their own, which MQDISC may overtake.
   * That is no reason to close a socket that other connections of the client are on.
   */
  private boolean isAboutAnEndedOne(Segment segment) {
    return switch (segment.type()) {
      case NOTIFICATION, REQUEST_MSGS -> !conversations.containsKey(segment.conversationId());
      default -> false;
    };
  }

  /** The conversation with this id, begun if new. */
  Conversation conversation(int id) {
    Conversation conversation = conversations.get(id);
    if (conversation == null) {
      if (conversations.size() >= negotiation.maxConversations()) {
        throw new MalformedSegmentException("more conversations than agreed on");
      }
      conversation = new Conversation(this, id);
      conversations.put(id, conversation);
    }
    return conversation;
  }

  /** All conversations on this socket. */
  public Collection<Conversation> conversations() {
    return List.copyOf(conversations.values());
  }

  /** Whether a client that left now would lose a message or not know what became of one. */
  public boolean hasWorkUnderWay() {
    return conversations.values().stream().anyMatch(Conversation::hasWorkUnderWay);
  }

  void endConversation(int id) {
    assembler.endConversation(id);
    Conversation conversation = conversations.remove(id);
    if (conversation != null) {
      conversation.end();
    }
  }

  /** Both sides have agreed, maybe for the second time. */
  void negotiated(Negotiation agreed) {
    boolean first = negotiation == null;
    negotiation = agreed;
    InitialData data = agreed.initialData();
    if (first) {
      Heartbeats.install(channel.pipeline(), this, data.heartbeatSeconds());
    }
    decoder.limitSegmentsTo(data.maxSegmentBytes());
    writer.limitSegmentsTo(data.maxSegmentBytes());
    agreed.messageCompression().ifPresent(writer::compressData);
  }

  Negotiation negotiation() {
    return negotiation;
  }

  /** The user that the client last named on this socket. */
  UserIdentity user() {
    return user;
  }

  void user(UserIdentity identity) {
    user = identity;
  }

  /** Where the client is: an IP address. */
  String address() {
    return channel.remoteAddress() instanceof InetSocketAddress inet
        ? inet.getAddress().getHostAddress()
        : "";
  }

  FlowWriter writer() {
    return writer;
  }

  int headerBytes() {
    return negotiation.conversationForm().lengthBytes();
  }

  /** A buffer for a flow of a conversation, with room for the header. */
  ByteBuf begin(int expectedBytes) {
    return writer.begin(negotiation.conversationForm(), expectedBytes);
  }

  /** Sends a flow of a conversation. */
  void send(ByteBuf flow, int conversationId, int requestId, int typeCode) {
    writer.end(
        flow, negotiation.conversationForm(), conversationId, requestId, typeCode, 0, this::write);
  }

  /** Sends the answer to a get, with this many bytes of a message at its end. */
  void sendMessage(ByteBuf flow, int conversationId, int requestId, int typeCode, int dataBytes) {
    HeaderForm form = negotiation.conversationForm();
    if (writer.endWithData(
        flow, form, conversationId, requestId, typeCode, dataBytes, this::write)) {
      assembler.answeredCompressed(conversationId);
    }
  }

  /** Sends one segment of a flow that is cut by other rules than the usual ones. */
  void sendSegment(ByteBuf body, int conversationId, int requestId, int typeCode, int flags) {
    writer.endSegment(
        body, negotiation.conversationForm(), conversationId, requestId, typeCode, flags);
    write(body);
  }

  /** Longest body of one segment. */
  int maxBodyBytes() {
    return negotiation.initialData().maxSegmentBytes() - headerBytes();
  }

  /** Writes bytes; they are flushed at the end of this turn of the event loop. */
  void write(ByteBuf bytes) {
    if (hub.delay().isOver()) {
      writeNow(bytes);
    } else {
      hub.delay().send(() -> writeNow(bytes));
    }
  }

  private void writeNow(ByteBuf bytes) {
    channel.write(bytes, channel.voidPromise());
    if (!unflushed) {
      unflushed = true;
      hub.flushes().add(this);
    }
  }

  void flush() {
    if (!cut) {
      unflushed = false;
      channel.flush();
    }
  }

  /** Asks the client to move to another queue manager; of use on a JMS connection's own socket. */
  void askToReconnect(String queueManagerName, String queueManagerId) {
    socketFlows.askToReconnect(queueManagerName, queueManagerId);
  }

  /** Tells the client that the queue manager ends and that it must not reconnect. */
  public void forbidReconnection() {
    if (negotiation != null) {
      socketFlows.forbidReconnection();
    }
  }

  void askForHeartbeat() {
    socketFlows.askForHeartbeat();
  }

  /** Reads nothing more until {@link #resumeReading} was called as often as this. */
  void pauseReading() {
    pauses++;
    channel.config().setAutoRead(false);
  }

  void resumeReading() {
    pauses--;
    channel.config().setAutoRead(pauses == 0);
  }

  /** Cuts the network: the socket stays, but nothing is read from it or sent to it. */
  public void cutNetwork() {
    if (!cut) {
      cut = true;
      pauseReading();
    }
  }

  /** Ends the cut; what has gathered on both sides flows again. */
  public void restoreNetwork() {
    if (cut) {
      cut = false;
      resumeReading();
      flush();
    }
  }

  /** Completes when the socket is closed. */
  public ChannelFuture closed() {
    return channel.closeFuture();
  }

  /** Closes the socket after what was written. */
  public void close() {
    if (!closed) {
      channel.flush();
      channel.close();
    }
  }

  /** Resets the socket, as the end of a process would. */
  public void reset() {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    channel.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    closed = true;
    assembler.close();
    conversations().forEach(conversation -> endConversation(conversation.id()));
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Throwable reason =
        cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
    if (reason instanceof MalformedSegmentException
        || reason instanceof IndexOutOfBoundsException) {
      LOG.warn("{}: closed: {}", channel.remoteAddress(), reason.getMessage());
    } else if (reason instanceof IOException) {
      LOG.debug("{}: broken: {}", channel.remoteAddress(), reason.getMessage());
    } else {
      LOG.warn("{}: closed", channel.remoteAddress(), reason);
    }
    closed = true;
    context.close();
  }
}
