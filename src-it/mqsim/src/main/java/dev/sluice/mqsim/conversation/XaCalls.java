package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.SegmentType;
import dev.sluice.mqsim.codec.call.XaCall;
import dev.sluice.mqsim.manager.Transactions;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.List;

/** The calls by which a transaction manager leads distributed transactions. */
final class XaCalls {

  private static final int START_OF_SCAN = 0x1000000;

  private final Transactions transactions;

  XaCalls(Hub hub) {
    this.transactions = hub.queueManager().transactions();
  }

  void handle(Conversation conversation, Flow flow) {
    int flags = XaCall.flags(flow.body());
    Transactions.Connection connection = conversation.transactions();
    int result =
        switch (flow.type()) {
          case XA_OPEN, XA_CLOSE -> Transactions.OK;
          case XA_START -> transactions.start(connection, id(flow), flags);
          case XA_END -> transactions.end(connection, id(flow), flags);
          case XA_PREPARE -> transactions.prepare(id(flow));
          case XA_COMMIT -> transactions.commit(id(flow), flags);
          case XA_ROLLBACK -> transactions.rollback(id(flow));
          case XA_FORGET -> transactions.forget(id(flow));
          default -> Transactions.PROTOCOL; // XA_COMPLETE: no call returns before it is done
        };
    answer(conversation, flow, result, List.of());
    if (flow.type() == SegmentType.XA_COMMIT) {
      conversation.commitUnderWay();
    }
    if (flow.type() == SegmentType.XA_COMMIT || flow.type() == SegmentType.XA_ROLLBACK) {
      UnitOfWorkCalls.ended(conversation);
    }
  }

  private static ByteBuffer id(Flow flow) {
    return XaCall.id(flow.body());
  }

  /** Branches in doubt, as many at a time as the client has room for. */
  void recover(Conversation conversation, Flow flow) {
    if ((XaCall.flags(flow.body()) & START_OF_SCAN) != 0) {
      conversation.recovering(transactions.inDoubt());
    }
    List<ByteBuffer> left = conversation.recovering();
    int count = Math.max(0, Math.min(XaCall.count(flow.body()), left.size()));
    conversation.recovering(left.subList(count, left.size()));
    answer(conversation, flow, count, left.subList(0, count));
  }

  private static void answer(
      Conversation conversation, Flow flow, int result, List<ByteBuffer> ids) {
    Answer answer = Answer.to(conversation, flow);
    ByteBuf buffer = answer.begin(Integer.BYTES);
    XaCall.writeIds(buffer, ids);
    XaCall.fill(buffer, answer.index(buffer, 0), flow.body(), result);
    answer.send(buffer);
  }
}
