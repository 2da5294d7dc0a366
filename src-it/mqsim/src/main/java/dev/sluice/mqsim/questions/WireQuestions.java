package dev.sluice.mqsim.questions;

import dev.sluice.mqsim.codec.Segment;
import dev.sluice.mqsim.codec.SegmentType;
import dev.sluice.mqsim.codec.call.InitialData;
import dev.sluice.mqsim.codec.structure.WireOrder;
import dev.sluice.mqsim.questions.RecordingRelay.Passed;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;
import java.util.function.Function;

/** What client and queue manager agree on, and which segments their calls are, in which order. */
final class WireQuestions {

  static final List<Question> ALL =
      List.of(
          new Question("rounds of initial data; objections", WireQuestions::rounds),
          agreed("byte order", each -> WireOrder.of(each.body())),
          agreed("protocol level (FAP)", each -> read(each).level()),
          agreed("character set", each -> InitialData.characterSet(each.body())),
          agreed("heartbeat interval, s", each -> read(each).heartbeatSeconds()),
          agreed("longest segment, bytes", each -> read(each).maxSegmentBytes()),
          agreed("longest message, bytes", each -> read(each).maxMessageBytes()),
          agreed("conversations of a socket", each -> read(each).sharedConversations()),
          new Question("shared: connection", asked -> connection(asked, true)),
          new Question("shared: put, receive", asked -> flow(asked, true, WireQuestions::pass)),
          new Question("shared: receive none", asked -> flow(asked, true, WireQuestions::await)),
          new Question("alone: connection", asked -> connection(asked, false)),
          new Question("alone: put, receive", asked -> flow(asked, false, WireQuestions::pass)),
          new Question("alone: receive none", asked -> flow(asked, false, WireQuestions::await)));

  private WireQuestions() {}

  /** Calls of a session; returns what else is to be said of them. */
  @FunctionalInterface
  private interface Calls {
    String make(Session session, Respondent asked) throws JMSException;
  }

  private static Question agreed(String value, Function<Segment, Object> read) {
    return new Question(
        "agreed: " + value,
        asked -> {
          List<Segment> answers = initialAnswers(asked);
          return String.valueOf(read.apply(answers.get(answers.size() - 1)));
        });
  }

  private static InitialData read(Segment answer) {
    return InitialData.read(answer.body());
  }

  private static List<Segment> initialAnswers(Respondent asked) throws JMSException {
    int first = asked.relay().count();
    asked.connect(true, false).close();
    return asked.relay().answersFrom(first, SegmentType.INITIAL_DATA);
  }

  private static String rounds(Respondent asked) throws JMSException {
    List<Segment> answers = initialAnswers(asked);
    return answers.size() + "; " + InitialData.objections(answers.get(0).body());
  }

  /** Each side by itself, because the client does not wait for all answers. */
  private static String connection(Respondent asked, boolean shared) throws JMSException {
    int first = asked.relay().count();
    try (Connection connection = asked.connect(shared, false)) {
      connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      return asked.relay().flowFrom(first, each -> !each.answer())
          + asked.relay().flowFrom(first, Passed::answer);
    }
  }

  private static String flow(Respondent asked, boolean shared, Calls calls) throws JMSException {
    try (Connection connection = asked.connect(shared, false)) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      int first = asked.relay().count();
      String more = calls.make(session, asked);
      return asked.relay().flowFrom(first, each -> true) + more;
    }
  }

  private static String pass(Session session, Respondent asked) throws JMSException {
    asked.send(session);
    asked.receive(session, Respondent.LONG_WAIT_MILLIS);
    return "";
  }

  private static String await(Session session, Respondent asked) throws JMSException {
    long startNanos = System.nanoTime();
    asked.receive(session, Respondent.SHORT_WAIT_MILLIS);
    boolean waited = System.nanoTime() - startNanos >= Respondent.SHORT_WAIT_MILLIS * 1_000_000L;
    return waited ? "after the wait" : "at once";
  }
}
