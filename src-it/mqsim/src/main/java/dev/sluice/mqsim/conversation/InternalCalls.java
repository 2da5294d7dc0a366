package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.call.CallHeader;
import dev.sluice.mqsim.codec.call.SpiCall;
import dev.sluice.mqsim.codec.structure.ConnectOptions;
import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.Reason;
import io.netty.buffer.ByteBuf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client's internal calls (SPI): those that are not variants of open, put or subscribe. */
final class InternalCalls {

  private static final Logger LOG = LoggerFactory.getLogger(InternalCalls.class);

  /**
   * What QUERY answers, as a queue manager of version 9.1 does: for the verbs from 1 on a digit for
   * the highest version of each of their three structures, and one for flags.
   */
  private static final String[] VERBS =
      "2221 1311 2231 1111 1111 1111 1111 1111 0000 0000 1111 1221".split(" ");

  private static final String NO_VERB = "0000";
  private static final int QUERY_ANSWER_BYTES = 16 + VERBS.length * 20;

  private static final int RESERVE_TAG_BYTES = 52;
  private static final int RESERVE_COUNT = 56;
  private static final int RESERVE_STRUCTURE_BYTES = 44;
  private static final int RESERVE_ANSWER_BYTES = 56;

  /** Which byte of a reserved id the client begins to count in, counted from 1. */
  private static final int RESERVE_INCREMENT_POSITION = 22;

  private static final int RESERVE_MAX_COUNT = 0xFFFFFF;
  private static final int ID_BYTES = 24;
  private static final int NOTIFY_CONNECTION_ID = 60;

  private final Hub hub;
  private final OpenCalls openCalls;
  private final PutCalls putCalls;

  InternalCalls(Hub hub, OpenCalls openCalls, PutCalls putCalls) {
    this.hub = hub;
    this.openCalls = openCalls;
    this.putCalls = putCalls;
  }

  void handle(Conversation conversation, Flow flow) {
    int verb = SpiCall.verb(flow.body());
    switch (verb) {
      case SpiCall.QUERY -> query(conversation, flow);
      case SpiCall.OPEN -> openCalls.openInternally(conversation, flow);
      case SpiCall.PUT -> putCalls.putInternally(conversation, flow);
      case SpiCall.SUBSCRIBE -> openCalls.subscribe(conversation, flow);
      case SpiCall.RESERVE -> reserve(conversation, flow);
      case SpiCall.NOTIFY -> cancelWait(conversation, flow);
      default -> {
        LOG.warn("internal call {} is not supported", verb);
        throw new CallFailedException(Reason.FUNCTION_NOT_SUPPORTED);
      }
    }
  }

  private static void query(Conversation conversation, Flow flow) {
    Answer answer = Answer.to(conversation, flow);
    ByteBuf buffer = answer.begin(QUERY_ANSWER_BYTES + 24);
    SpiCall.writeVerb(buffer, SpiCall.QUERY, QUERY_ANSWER_BYTES);
    SpiCall.writeStructure(buffer, "SPQU", SpiCall.BARE_STRUCTURE_BYTES);
    SpiCall.writeStructure(buffer, "SPQO", QUERY_ANSWER_BYTES);
    buffer.writeInt(VERBS.length);
    for (int i = 0; i < VERBS.length; i++) {
      buffer.writeInt(VERBS[i].equals(NO_VERB) ? 0 : i + 1);
      VERBS[i].chars().forEach(digit -> buffer.writeInt(digit - '0'));
    }
    answer.send(buffer, Outcome.GOOD, CallHeader.handle(flow.body()));
  }

  /** A block of message ids for puts that are not answered: the client counts through it itself. */
  private void reserve(Conversation conversation, Flow flow) {
    int tagBytes = flow.body().getInt(flow.index(RESERVE_TAG_BYTES));
    if (tagBytes != ID_BYTES) {
      throw new MalformedSegmentException("a reservation of ids of %d bytes".formatted(tagBytes));
    }
    int count = Math.min(RESERVE_MAX_COUNT, flow.body().getInt(flow.index(RESERVE_COUNT)));
    Answer answer = Answer.to(conversation, flow);
    ByteBuf buffer = answer.begin(RESERVE_ANSWER_BYTES + 12);
    SpiCall.writeVerb(buffer, SpiCall.RESERVE, RESERVE_ANSWER_BYTES);
    SpiCall.writeStructure(buffer, "SPRU", SpiCall.BARE_STRUCTURE_BYTES);
    SpiCall.writeStructure(buffer, "SPRO", RESERVE_STRUCTURE_BYTES);
    buffer.writeInt(count).writeInt(RESERVE_INCREMENT_POSITION);
    buffer.writeBytes(hub.queueManager().ids().messageIdBlock());
    answer.send(buffer, Outcome.GOOD, CallHeader.handle(flow.body()));
  }

  /**
   * NOTIFY: a client that closes a consumer asks, on another conversation, to end the get in which
   * that consumer's session waits. It repeats the call until the get has returned.
   */
  private void cancelWait(Conversation conversation, Flow flow) {
    byte[] id = new byte[ConnectOptions.ID_BYTES];
    flow.body().getBytes(flow.index(NOTIFY_CONNECTION_ID), id);
    Answer answer = Answer.to(conversation, flow);
    ByteBuf buffer = answer.beginEcho(flow);
    SpiCall.markAsAnswer(buffer, answer.index(buffer, SpiCall.SECOND_STRUCTURE));
    answer.send(buffer, Outcome.GOOD, CallHeader.handle(flow.body()));
    hub.instances()
        .find(id)
        .map(Conversation::waitingGet)
        .ifPresent(get -> get.fail(Reason.CALL_CANCELLED));
  }
}
