package dev.sluice.mqsim.questions;

import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.MQDataException;
import com.ibm.mq.headers.pcf.PCFMessage;
import com.ibm.mq.headers.pcf.PCFMessageAgent;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.util.List;

/** What becomes of a connection that is cut, and why one would not be moved. */
final class InterruptionQuestions {

  static final List<Question> ALL =
      List.of(
          new Question("cut: reason of the next call", asked -> cut(asked, false)),
          new Question(
              "cut, client reconnects: reason of the next call", asked -> cut(asked, true)),
          new Question("cut: message got, not committed", InterruptionQuestions::got),
          new Question("balancing: why immovable (IMMREASN)", asked -> immovable(asked, false)),
          new Question("balancing: the same, in syncpoint", asked -> immovable(asked, true)));

  private InterruptionQuestions() {}

  /** The next call is one that can be made again, so that it is not in doubt. */
  private static String cut(Respondent asked, boolean reconnects) throws Exception {
    try (Connection connection = asked.connect(true, reconnects)) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      asked.relay().cut();
      return RefusalQuestions.reason(
          () -> session.createConsumer(session.createQueue(asked.queue())).close());
    }
  }

  /** Neither the next connection nor later ones may share the socket that was cut. */
  private static String got(Respondent asked) throws Exception {
    Session cut = asked.connect(true, false).createSession(true, Session.SESSION_TRANSACTED);
    asked.send(cut);
    cut.commit();
    asked.receive(cut, Respondent.LONG_WAIT_MILLIS);
    asked.relay().cut();
    RefusalQuestions.reason(cut::rollback);
    try (Connection connection = asked.connect(false, false)) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Message again = asked.receive(session, Respondent.LONG_WAIT_MILLIS);
      return again == null ? "gone" : "delivery " + again.getIntProperty("JMSXDeliveryCount");
    }
  }

  private static String immovable(Respondent asked, boolean inSyncpoint) throws Exception {
    try (Connection connection = asked.connect(true, true)) {
      Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
      if (inSyncpoint) {
        asked.send(session);
      }
      MQQueueManager queueManager = asked.call();
      PCFMessageAgent agent = new PCFMessageAgent(queueManager);
      PCFMessage all = status(agent, CMQCFC.MQIACF_APPL_INFO_APPL);
      PCFMessage own = status(agent, CMQCFC.MQIACF_APPL_INFO_LOCAL);
      queueManager.disconnect();
      session.rollback();
      return String.valueOf(all.getParameterValue(CMQC.MQCA_CLUSTER_NAME)).isBlank()
          ? Question.NOT_ASKED + ": it is in no uniform cluster"
          : String.valueOf(own.getParameterValue(CMQCFC.MQIACF_APPL_IMMOVABLE_REASON));
    } catch (MQDataException e) {
      return Question.NOT_ASKED + ": its command server refuses, " + e.getReason();
    }
  }

  private static PCFMessage status(PCFMessageAgent agent, int type) throws Exception {
    PCFMessage inquiry = new PCFMessage(CMQCFC.MQCMD_INQUIRE_APPL_STATUS);
    inquiry.addParameter(CMQCFC.MQCACF_APPL_NAME, Respondent.APPLICATION);
    inquiry.addParameter(CMQCFC.MQIACF_APPL_INFO_TYPE, type);
    return agent.send(inquiry)[0];
  }
}
