package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.call.CallHeader;
import dev.sluice.mqsim.codec.call.SpiCall;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.codec.structure.ObjectDescriptor;
import dev.sluice.mqsim.codec.structure.PropertyHeader;
import dev.sluice.mqsim.codec.structure.PutOptions;
import dev.sluice.mqsim.conversation.ObjectHandle.OpenQueue;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.Topic;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.Counters.Event;
import dev.sluice.mqsim.queue.Counters.Operation;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.PutTarget;
import dev.sluice.mqsim.queue.Reason;
import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;

/**
 * MQPUT, MQPUT1 and the internal call PUT, which the client uses for messages with a delivery
 * delay. The answer repeats descriptor and options as they were completed, without the data.
 *
 * <p>A put that wants no answer is counted for the next MQSTAT; if the queue manager is slow, the
 * client is slowed down by not reading from its socket.
 */
final class PutCalls {

  /** In the internal call: SPPU, then the descriptor. Behind the options: SPPI. */
  private static final int INTERNAL_DESCRIPTOR = SpiCall.SECOND_STRUCTURE;

  /** In SPPI, which is longer in later versions: its length, and that of the data at its end. */
  private static final int INTERNAL_LENGTH = 8;

  private static final int INTERNAL_DATA_LENGTH = 16;

  private static final int OPEN_SET_IDENTITY = 0x400;
  private static final int OPEN_SET_ALL = 0x800;
  private static final String DELIVERY_TIME = "mqext.Dtm";

  private final Hub hub;
  private final QueueManager queueManager;
  private final OpenCalls openCalls;

  PutCalls(Hub hub, OpenCalls openCalls) {
    this.hub = hub;
    this.queueManager = hub.queueManager();
    this.openCalls = openCalls;
  }

  /** MQPUT: descriptor, options, length, data. */
  void put(Conversation conversation, Flow flow) {
    int handle = CallHeader.handle(flow.body());
    put(conversation, flow, CallHeader.LENGTH_BYTES, () -> targetOf(conversation, handle));
  }

  private static PutTarget targetOf(Conversation conversation, int handle) {
    return conversation.object(handle).putTarget();
  }

  /** MQPUT1: the same after an object descriptor. */
  void putOne(Conversation conversation, Flow flow) {
    int index = flow.index(CallHeader.LENGTH_BYTES);
    ObjectDescriptor object = ObjectDescriptor.read(flow.body(), index);
    int descriptor = CallHeader.LENGTH_BYTES + object.lengthBytes();
    put(conversation, flow, descriptor, () -> openCalls.putTarget(conversation, object));
  }

  private void put(
      Conversation conversation, Flow flow, int descriptorOffset, Supplier<PutTarget> target) {
    int descriptorIndex = flow.index(descriptorOffset);
    PutRequest request = PutRequest.read(flow.body(), descriptorIndex);
    byte[] data = PutRequest.data(flow.body(), request.endIndex());
    int handle = CallHeader.handle(flow.body());
    Result result = store(conversation, handle, request, data, 0, target);
    if (request.options().withoutAnswer()) {
      conversation.countAsyncPut(result.outcome.reason());
      slowDown(conversation.connection());
      return;
    }
    Answer answer = Answer.to(conversation, flow);
    int before = descriptorOffset - CallHeader.LENGTH_BYTES;
    ByteBuf buffer = answer.begin(before + request.endIndex() - descriptorIndex);
    buffer.writeBytes(flow.body(), flow.index(CallHeader.LENGTH_BYTES), before);
    writeCompleted(buffer, flow, request, result);
    hub.capacity().submit(() -> answer.send(buffer, result.outcome, handle));
  }

  /** The internal call PUT. */
  void putInternally(Conversation conversation, Flow flow) {
    PutRequest request = PutRequest.read(flow.body(), flow.index(INTERNAL_DESCRIPTOR));
    int structure = request.endIndex();
    int dataBytes = flow.body().getInt(structure + INTERNAL_DATA_LENGTH);
    int dataIndex = structure + flow.body().getInt(structure + INTERNAL_LENGTH) - dataBytes;
    byte[] data = PutRequest.data(flow.body(), dataIndex, dataBytes);
    long deliverAtMillis = deliveryTime(data);
    int handle = CallHeader.handle(flow.body());
    Result result =
        store(
            conversation,
            handle,
            request,
            data,
            deliverAtMillis,
            () -> targetOf(conversation, handle));
    Answer answer = Answer.to(conversation, flow);
    int untilDescriptor = INTERNAL_DESCRIPTOR - CallHeader.LENGTH_BYTES;
    ByteBuf buffer = answer.begin(request.endIndex());
    buffer.writeBytes(flow.body(), flow.index(CallHeader.LENGTH_BYTES), untilDescriptor);
    writeCompleted(buffer, flow, request, result);
    SpiCall.writeStructure(buffer, "SPPO", SpiCall.BARE_STRUCTURE_BYTES);
    hub.capacity().submit(() -> answer.send(buffer, result.outcome, handle));
  }

  private static long deliveryTime(byte[] data) {
    Object time = PropertyHeader.parse(data).get(DELIVERY_TIME);
    try {
      return time == null ? 0 : Long.parseLong(time.toString());
    } catch (NumberFormatException e) {
      return 0; // no readable time: no delay
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Result(Outcome outcome, byte[] queueName) {}

  private Result store(
      Conversation conversation,
      int handle,
      PutRequest request,
      byte[] data,
      long deliverAtMillis,
      Supplier<PutTarget> targetSource) {
    try {
      PutTarget target = targetSource.get();
      if (data.length > hub.settings().maxMessageBytes()) {
        throw new CallFailedException(Reason.DATA_LENGTH);
      }
      if (data.length > target.maxMessageBytes()) {
        throw new CallFailedException(Reason.MESSAGE_TOO_BIG_FOR_QUEUE);
      }
      MessageDescriptor context = context(conversation, handle, request);
      if (request.descriptor().isSegment()) {
        throw new CallFailedException(Reason.SEGMENTATION_NOT_ALLOWED);
      }
      if (request.options().inSyncpoint() && !conversation.unitOfWork().hasRoom()) {
        throw new CallFailedException(Reason.SYNCPOINT_LIMIT_REACHED);
      }
      target.admit();
      if (request.options().inLogicalOrder()) {
        conversation.logicalOrder(handle).number(request.descriptor(), queueManager.ids());
      }
      request.descriptor().origin(conversation.origin());
      Message message =
          queueManager.newMessage(request.descriptor(), request.options(), data, deliverAtMillis);
      if (request.options().withoutContext()) {
        message.descriptor().clearContext();
      } else if (context != null) {
        boolean withOrigin = request.options().setsOrigin() || request.options().passesOrigin();
        message.descriptor().context(context, withOrigin);
      }
      queueManager.puts().mark(queueManager.timer().nowNanos());
      conversation.instance().put(message);
      if (!(target instanceof Topic)) {
        queueManager.calls().count(handle <= 0 ? Operation.PUT1 : Operation.PUT, message);
      }
      if (request.options().inSyncpoint()) {
        conversation.unitOfWork().put(target, message);
      } else {
        queueManager.deliver(target, message);
      }
      return new Result(Outcome.GOOD, target.paddedName());
    } catch (CallFailedException e) {
      queueManager.calls().count(handle <= 0 ? Event.FAILED_PUT1 : Event.FAILED_PUT);
      return new Result(Outcome.failed(e.reason()), new byte[0]);
    }
  }

  /** Who put the message according to the application, or to a message that it got; else null. */
  private static MessageDescriptor context(
      Conversation conversation, int handle, PutRequest request) {
    PutOptions options = request.options();
    if (options.setsIdentity()) {
      requireOpen(conversation, handle, options);
      return request.descriptor().copy();
    }
    if (!options.passesIdentity()) {
      return null;
    }
    if (conversation.object(options.contextHandle()) instanceof OpenQueue queue) {
      return queue.context();
    }
    throw new CallFailedException(Reason.CONTEXT_HANDLE_ERROR);
  }

  /** MQPUT1 has no handle, and asks for the right itself. */
  private static void requireOpen(Conversation conversation, int handle, PutOptions options) {
    int opened = handle <= 0 ? -1 : conversation.object(handle).options();
    if (options.setsOrigin() && (opened & OPEN_SET_ALL) == 0) {
      throw new CallFailedException(Reason.NOT_OPEN_FOR_SET_ALL);
    }
    if ((opened & (OPEN_SET_ALL | OPEN_SET_IDENTITY)) == 0) {
      throw new CallFailedException(Reason.NOT_OPEN_FOR_SET_IDENTITY);
    }
  }

  private void writeCompleted(ByteBuf buffer, Flow flow, PutRequest request, Result result) {
    request.descriptor().write(buffer, request.descriptorBytes());
    request
        .options()
        .write(
            buffer,
            flow.body(),
            request.optionsIndex(),
            result.queueName,
            queueManager.paddedName());
  }

  private void slowDown(Connection connection) {
    if (!hub.capacity().isUnlimited()) {
      connection.pauseReading();
      hub.capacity().submit(connection::resumeReading);
    }
  }
}
