package dev.sluice.mqsim.codec.call;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.codec.structure.TextField;
import dev.sluice.mqsim.codec.structure.VariableText;
import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;

/**
 * The internal call SUBSCRIBE: opens a subscription together with the managed queue behind it.
 * Body: call header, {verb 7, version, length}, "SPBU", "SPBI" whose data is a slot for the handle
 * of the subscription, then the structures "LSD " and "SD ". Or MQSUB: call header with the handle
 * of the queue, a slot for that of the subscription, 4 bytes, then "SD ".
 *
 * @param options sum of the constants here and others that change nothing in the simulator
 * @param topic topic string, possibly with wildcards
 * @param name subscription name; empty for a plain non-durable one
 * @param selector message selector; empty if none
 * @param shared whether several consumers may use the subscription at a time
 * @param queueOpenOptions open options for the managed queue
 * @param correlationId that publications are to have; null if they keep theirs
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record SubscribeRequest(
    int options,
    String topic,
    String name,
    String selector,
    boolean shared,
    int queueOpenOptions,
    byte[] correlationId) {

  private static final int ALTER = 0x1;
  private static final int CREATE = 0x2;
  private static final int RESUME = 0x4;
  private static final int DURABLE = 0x8;
  private static final int MANAGED = 0x20;
  private static final int PUBLICATIONS_ON_REQUEST = 0x800;
  private static final int NEW_PUBLICATIONS_ONLY = 0x1000;
  private static final int WILDCARD_CHAR = 0x100000;
  private static final int SET_CORRELATION_ID = 0x400000;

  /** From the begin of the body: where the answer has the handle of the subscription. */
  public static final int SUBSCRIPTION_HANDLE = 52;

  /** The same of MQSUB. */
  public static final int CALL_SUBSCRIPTION_HANDLE = 16;

  private static final int CALL_SD = 24;
  private static final int CALL_OPEN_OPTIONS = 0x2 | 0x8; // shared input, browse

  private static final int LSD = 56;
  private static final int EYECATCHER_LSD = 0x4C534420;
  private static final int LSD_FLAGS = 8;
  private static final int LSD_FLAG_SHARED = 0x50;
  private static final int LSD_OPEN_OPTIONS = 60;
  private static final TextField LSD_QUEUE_NAME = TextField.name(64);
  private static final TextField LSD_QUEUE_MANAGER_NAME = TextField.name(112);

  private static final int SD = 252;
  private static final int EYECATCHER_SD = 0x53442020;
  private static final int SD_OPTIONS = 8;
  private static final VariableText SD_TOPIC = new VariableText(116);
  private static final VariableText SD_NAME = new VariableText(136);
  private static final int SD_CORRELATION_ID = 176;
  private static final VariableText SD_SELECTOR = new VariableText(268);

  /**
   * A durable subscription as MQSC defines it.
   *
   * @param managed whether it has a queue of its own
   * @param characterWildcards whether wildcards are for characters, and not for levels
   */
  public static SubscribeRequest defined(
      String name, String topic, String selector, boolean managed, boolean characterWildcards) {
    int options = CREATE | DURABLE | (managed ? MANAGED : 0);
    return new SubscribeRequest(
        characterWildcards ? options | WILDCARD_CHAR : options,
        topic,
        name,
        selector,
        false,
        0,
        null);
  }

  /** Reads an internal call. */
  public static SubscribeRequest read(ByteBuf body) {
    int lsd = body.readerIndex() + LSD;
    int sd = body.readerIndex() + SD;
    if (!WireOrder.hasEyecatcher(body, lsd, EYECATCHER_LSD)) {
      throw new MalformedSegmentException("a subscription request without its structures");
    }
    boolean shared = (body.getInt(lsd + LSD_FLAGS) & LSD_FLAG_SHARED) != 0;
    return read(body, sd, shared, body.getInt(lsd + LSD_OPEN_OPTIONS));
  }

  /** Reads an MQSUB. */
  public static SubscribeRequest readCall(ByteBuf body) {
    return read(body, body.readerIndex() + CALL_SD, false, CALL_OPEN_OPTIONS);
  }

  private static SubscribeRequest read(ByteBuf body, int sd, boolean shared, int queueOpenOptions) {
    if (!WireOrder.hasEyecatcher(body, sd, EYECATCHER_SD)) {
      throw new MalformedSegmentException("a subscription request without its descriptor");
    }
    int options = body.getInt(sd + SD_OPTIONS);
    byte[] correlationId = null;
    if ((options & SET_CORRELATION_ID) != 0) {
      correlationId = new byte[MessageDescriptor.ID_BYTES];
      body.getBytes(sd + SD_CORRELATION_ID, correlationId);
    }
    return new SubscribeRequest(
        options,
        SD_TOPIC.read(body, sd),
        SD_NAME.read(body, sd),
        SD_SELECTOR.read(body, sd),
        shared,
        queueOpenOptions,
        correlationId);
  }

  /** Turns a copy of the request into the answer. */
  public static void overwrite(
      ByteBuf copy, int start, int subscriptionHandle, String queue, String queueManager) {
    copy.setInt(start + SUBSCRIPTION_HANDLE, subscriptionHandle);
    LSD_QUEUE_NAME.write(copy, start + LSD, queue);
    LSD_QUEUE_MANAGER_NAME.write(copy, start + LSD, queueManager);
  }

  /** A missing subscription is to be made. */
  public boolean mayCreate() {
    return (options & CREATE) != 0;
  }

  /** An existing subscription is to be used, or used and changed. */
  public boolean mayUseExisting() {
    return (options & (ALTER | RESUME)) != 0;
  }

  /** An existing subscription is to become what is asked for. */
  public boolean mayAlter() {
    return (options & ALTER) != 0;
  }

  /** It has a queue of its own, and not one that is named. */
  public boolean isManaged() {
    return (options & MANAGED) != 0;
  }

  /** A new subscription is to be sent what is retained on its topics. */
  public boolean wantsRetained() {
    return (options & (PUBLICATIONS_ON_REQUEST | NEW_PUBLICATIONS_ONLY)) == 0;
  }

  /** Wildcards of the topic are for characters, and not for levels. */
  public boolean hasCharacterWildcards() {
    return (options & WILDCARD_CHAR) != 0;
  }

  public boolean durable() {
    return (options & DURABLE) != 0;
  }
}
