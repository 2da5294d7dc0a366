package dev.sluice.jms.message;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.jms.message.MessageSpec.Correlation;
import dev.sluice.jms.session.JmsSession;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * The messages of one worker, one after the other. Those with the same body are one message, which
 * is handed out again and again, so that they cost nothing. A body that varies gets a new message:
 * clearBody() spoils those of some clients.
 *
 * <p>For the worker's thread. Outlives the worker's sessions: {@link #bind} it to each new one;
 * counters go on.
 */
public final class MessageSource {

  private final MessageSpec spec;
  private final BodySpec.Source bodies;
  private final CorrelationIds correlation;
  private final Traceparents.OfWorker traces;
  private final boolean bodyVaries;
  private final boolean idVaries;

  private JmsSession session;
  private Message message;
  private Body body;
  private long made;

  MessageSource(
      MessageSpec spec,
      BodySpec.Source bodies,
      CorrelationIds correlation,
      Traceparents.OfWorker traces) {
    this.spec = spec;
    this.traces = traces;
    this.bodies = bodies;
    this.correlation = correlation;
    this.bodyVaries = spec.kind() != BodyKind.EMPTY && spec.body().varies();
    this.idVaries = spec.correlation().scope() == Correlation.Scope.MESSAGE;
  }

  /** Makes messages with this session from now on, each for the current iteration. */
  public void bind(JmsSession newSession, IterationTimes times) throws JMSException {
    session = newSession;
    bodies.attach(times);
    message = blank();
  }

  /**
   * The next message, which may be the object of the one before. So it is not for asynchronous
   * sends, whose messages belong to the provider until it is done with them.
   */
  public Message next() throws JMSException {
    if (traces.isNext()) {
      return traced(); // no property of a message can be taken away again
    }
    if (bodyVaries) {
      return own();
    }
    if (idVaries) {
      vary(message);
    }
    return message;
  }

  /** The next message as an object of its own. */
  public Message nextOfItsOwn() throws JMSException {
    return traces.isNext() ? traced() : own();
  }

  private Message traced() throws JMSException {
    Message traced = own();
    traced.setStringProperty(Traceparents.PROPERTY, traces.next());
    return traced;
  }

  private Message own() throws JMSException {
    Message own = blank();
    vary(own);
    return own;
  }

  /** Whether one message has another body than the one before. */
  public boolean bodyVaries() {
    return bodyVaries;
  }

  /** The body of the message handed out last; it holds until the next one. */
  public Body body() {
    return body;
  }

  /** The correlation ids that the messages carry, if they do. */
  public CorrelationIds correlation() {
    return correlation;
  }

  /** A message with all that does not vary. */
  private Message blank() throws JMSException {
    Message blank = spec.kind().create(session.jms());
    for (MessageProperty property : spec.properties()) {
      property.applyTo(blank);
    }
    if (spec.type().isPresent()) {
      blank.setJMSType(spec.type().get());
    }
    if (spec.replyQueue().isPresent()) {
      blank.setJMSReplyTo(session.queue(spec.replyQueue().get()));
    }
    if (spec.correlation().scope() == Correlation.Scope.WORKER) {
      blank.setJMSCorrelationID(correlation.ofWorker());
    }
    if (!bodyVaries) {
      fill(blank);
    }
    return blank;
  }

  private void vary(Message varying) throws JMSException {
    if (bodyVaries) {
      fill(varying);
    }
    if (idVaries) {
      made++;
      varying.setJMSCorrelationID(correlation.ofMessage(made));
    }
  }

  private void fill(Message filled) throws JMSException {
    body = bodies.next();
    spec.kind().fill(filled, body);
  }
}
