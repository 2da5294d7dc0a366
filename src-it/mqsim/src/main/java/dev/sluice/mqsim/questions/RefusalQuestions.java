package dev.sluice.mqsim.questions;

import com.ibm.mq.MQException;
import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;

/** Reason codes of mistakes that a client can make with one queue and without defining anything. */
final class RefusalQuestions {

  private static final int INPUT = CMQC.MQOO_INPUT_SHARED | CMQC.MQOO_BROWSE;
  private static final int TOO_LONG_BYTES = (4 << 20) + 1;
  private static final int WAIT_MILLIS = 100;

  static final List<Question> ALL =
      List.of(
          new Question(
              "reason: another queue manager's name",
              asked -> reason(() -> asked.call(asked.channel(), "NO.SUCH.QM"))),
          new Question(
              "reason: no such channel", asked -> reason(() -> asked.call("NO.SUCH.CHANNEL", ""))),
          new Question("reason: no selector", RefusalQuestions::selector),
          reason("no such queue", (qm, queue) -> qm.accessQueue(queue + ".NO", INPUT)),
          reason("no such topic object", (qm, queue) -> openTopic(qm)),
          reason("put of 4 MiB and a byte", RefusalQuestions::putTooLong),
          reason("put without output", (qm, queue) -> qm.accessQueue(queue, INPUT).put(message())),
          reason("get of a locked message", RefusalQuestions::getLocked),
          reason(
              "get under no cursor",
              (qm, queue) -> get(qm, queue, CMQC.MQGMO_BROWSE_MSG_UNDER_CURSOR)),
          reason("get, wait is over", (qm, queue) -> get(qm, queue, CMQC.MQGMO_WAIT)),
          reason("get, handle is closed", RefusalQuestions::getClosed),
          new Question(
              "reason: get inhibited", asked -> Question.NOT_ASKED + ": it takes MQSC to do that"));

  private RefusalQuestions() {}

  /** A call that may be refused. */
  @FunctionalInterface
  interface Call {
    void make() throws Exception;
  }

  /** The same of a connected client, with the name of a queue. */
  @FunctionalInterface
  private interface Mistake {
    void make(MQQueueManager queueManager, String queue) throws Exception;
  }

  private static Question reason(String mistake, Mistake call) {
    return new Question(
        "reason: " + mistake,
        asked -> {
          MQQueueManager queueManager = asked.call();
          String reason = reason(() -> call.make(queueManager, asked.queue()));
          queueManager.disconnect();
          return reason;
        });
  }

  /** Makes a call; returns the reason for which it was refused. */
  static String reason(Call call) {
    try {
      call.make();
      return "none";
    } catch (Exception e) {
      return reasonOf(e);
    }
  }

  /** The reason code in an exception or in one of its causes; its class if there is none. */
  static String reasonOf(Exception thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof MQException refused) {
        return String.valueOf(refused.getReason());
      }
    }
    return thrown.getClass().getSimpleName();
  }

  private static MQMessage message() {
    MQMessage message = new MQMessage();
    message.expiry = Respondent.EXPIRY_MILLIS / 100;
    return message;
  }

  private static void get(MQQueueManager queueManager, String queue, int options)
      throws MQException {
    get(queueManager.accessQueue(queue, INPUT), options);
  }

  private static void get(MQQueue queue, int options) throws MQException {
    MQGetMessageOptions how = new MQGetMessageOptions();
    how.options = options;
    how.waitInterval = WAIT_MILLIS;
    queue.get(new MQMessage(), how);
  }

  private static void openTopic(MQQueueManager queueManager) throws MQException {
    int use = CMQC.MQTOPIC_OPEN_AS_PUBLICATION;
    queueManager.accessTopic("", "NO.SUCH.TOPIC", use, CMQC.MQOO_OUTPUT);
  }

  private static void putTooLong(MQQueueManager queueManager, String queue) throws Exception {
    MQMessage message = message();
    message.write(new byte[TOO_LONG_BYTES]);
    queueManager.accessQueue(queue, CMQC.MQOO_OUTPUT).put(message);
    get(queueManager, queue, 0);
  }

  private static void getLocked(MQQueueManager queueManager, String queue) throws MQException {
    queueManager.accessQueue(queue, CMQC.MQOO_OUTPUT).put(message());
    MQQueue browser = queueManager.accessQueue(queue, INPUT);
    get(browser, CMQC.MQGMO_BROWSE_FIRST | CMQC.MQGMO_LOCK);
    try {
      get(queueManager, queue, 0);
    } finally {
      get(browser, CMQC.MQGMO_MSG_UNDER_CURSOR);
    }
  }

  private static void getClosed(MQQueueManager queueManager, String queue) throws MQException {
    MQQueue closed = queueManager.accessQueue(queue, INPUT);
    closed.close();
    get(closed, 0);
  }

  private static String selector(Respondent asked) throws JMSException {
    try (Connection connection = asked.connect(true, false)) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      return reason(() -> session.createConsumer(session.createQueue(asked.queue()), "a = = b"));
    }
  }
}
