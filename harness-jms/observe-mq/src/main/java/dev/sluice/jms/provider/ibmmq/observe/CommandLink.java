package dev.sluice.jms.provider.ibmmq.observe;

import com.ibm.mq.MQDestination;
import com.ibm.mq.MQException;
import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQPutMessageOptions;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.MQDataException;
import com.ibm.mq.headers.pcf.PCFMessage;
import dev.sluice.core.time.NanoClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Commands in PCF to one queue manager and their answers. Commands are sent together, and answers
 * collected afterwards, in whatever order they come. The queue manager sends them ahead of the
 * gets, so that hundreds of them cost the distance once. For one thread.
 */
final class CommandLink {

  private static final String COMMANDS = "SYSTEM.ADMIN.COMMAND.QUEUE";
  private static final String MODEL = "SYSTEM.DEFAULT.MODEL.QUEUE";

  /** The queues for commands and for answers. */
  static final int HANDLES = 2;

  /** The queue manager's clock in messages shows hundredths of a second. */
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /**
   * Two clocks at one moment.
   *
   * @param putMillis the queue manager's
   * @param nanos the harness's
   * @param errorNanos how far apart the two readings may lie
   */
  record Clocks(long putMillis, long nanos, long errorNanos) {

    /** The harness's clock when the queue manager's showed something else. */
    long nanosAt(long millis) {
      return nanos + TimeUnit.MILLISECONDS.toNanos(millis - putMillis);
    }
  }

  /**
   * The answer to a command.
   *
   * @param objects one message for each
   * @param reason why it failed; 0 if it did not
   */
  record Reply(List<PCFMessage> objects, int reason, Clocks clocks) {}

  /** A command that was sent, and what has come of its reply. */
  private static final class Asked {

    private final byte[] id;
    private final long sentNanos;
    private final List<PCFMessage> objects = new ArrayList<>();
    private Clocks clocks;
    private int reason;
    private boolean complete;

    Asked(byte[] id, long sentNanos) {
      this.id = id;
      this.sentNanos = sentNanos;
    }

    void answer(MQMessage message, long nowNanos) throws MQDataException, IOException {
      if (clocks == null) {
        long rest = nowNanos - sentNanos;
        clocks =
            new Clocks(
                message.putDateTime.getTimeInMillis(), sentNanos + rest / 2, rest / 2 + TICK_NANOS);
      }
      PCFMessage read = new PCFMessage(message);
      if (read.getCompCode() == CMQC.MQCC_FAILED) {
        reason = reason == 0 ? read.getReason() : reason; // the last one only says that it failed
      } else if (read.getParameterCount() > 0) {
        objects.add(read);
      }
      complete = read.getControl() == CMQCFC.MQCFC_LAST;
    }

    Reply reply() {
      return new Reply(objects, reason, clocks);
    }
  }

  private final MQQueue commands;
  private final MQQueue answers;
  private final Duration within;
  private final NanoClock clock;
  private int calls;

  CommandLink(MQQueueManager queueManager, Duration within, NanoClock clock) throws MQException {
    this.commands = queueManager.accessQueue(COMMANDS, CMQC.MQOO_OUTPUT);
    this.answers = dynamicQueue(queueManager);
    this.within = within;
    this.clock = clock;
  }

  /** A queue that lives as long as the connection, and whose messages are read ahead. */
  static MQQueue dynamicQueue(MQQueueManager queueManager) throws MQException {
    return queueManager.accessQueue(
        MODEL, CMQC.MQOO_INPUT_EXCLUSIVE | CMQC.MQOO_READ_AHEAD, "", "SLUICE.*", "");
  }

  /**
   * The replies to some commands, in their order.
   *
   * @throws MQException if one does not come in time, too; this is of no use any more then
   */
  List<Reply> ask(List<PCFMessage> wanted) throws MQException, MQDataException, IOException {
    List<Asked> all = new ArrayList<>();
    for (PCFMessage command : wanted) {
      MQMessage message = new MQMessage();
      message.format = CMQC.MQFMT_ADMIN;
      message.messageType = CMQC.MQMT_REQUEST;
      message.persistence = CMQC.MQPER_NOT_PERSISTENT;
      message.expiry = (int) Math.max(1, within.toMillis() / 100);
      message.replyToQueueName = answers.getName();
      command.write(message);
      MQPutMessageOptions options = new MQPutMessageOptions();
      options.options = CMQC.MQPMO_NEW_MSG_ID | CMQC.MQPMO_NO_SYNCPOINT;
      long sentNanos = clock.nanos();
      commands.put(message, options);
      all.add(new Asked(message.messageId, sentNanos));
      calls++;
    }
    long deadlineNanos = clock.nanos() + within.toNanos();
    while (!all.stream().allMatch(asked -> asked.complete)) {
      MQMessage message = get(answers, deadlineNanos - clock.nanos());
      long nowNanos = clock.nanos();
      for (Asked asked : all) {
        if (Arrays.equals(asked.id, message.correlationId)) {
          asked.answer(message, nowNanos);
        }
      }
    }
    return all.stream().map(Asked::reply).toList();
  }

  /**
   * Takes a message off a queue or a subscription. Options are always the same, as they must be
   * where messages are read ahead.
   */
  MQMessage get(MQDestination from, long waitNanos) throws MQException {
    MQGetMessageOptions options = new MQGetMessageOptions();
    options.options =
        CMQC.MQGMO_NO_SYNCPOINT | CMQC.MQGMO_NO_PROPERTIES | CMQC.MQGMO_CONVERT | CMQC.MQGMO_WAIT;
    options.matchOptions = CMQC.MQMO_NONE;
    options.waitInterval = (int) Math.max(0, TimeUnit.NANOSECONDS.toMillis(waitNanos));
    MQMessage message = new MQMessage();
    calls++;
    from.get(message, options);
    return message;
  }

  /** How long an answer may take. */
  Duration within() {
    return within;
  }

  /** Calls made since this was asked last. */
  int takeCalls() {
    int taken = calls;
    calls = 0;
    return taken;
  }
}
