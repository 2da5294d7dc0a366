package dev.sluice.jms.worker;

import dev.sluice.jms.connection.WorkerSession;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionProducer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The producers of a session for several destinations, by name, so that none is opened for every
 * message. The one that was not used for longest is closed when there are too many for one
 * connection.
 */
final class OpenProducers {

  /** Well below what a queue manager lets one connection have open. */
  private static final int MAX_OPEN = 64;

  private final JmsSession session;
  private final PutOptions options;
  private final Map<String, SessionProducer> byName =
      new LinkedHashMap<>(2 * MAX_OPEN, 0.75f, true);

  OpenProducers(JmsSession session, PutOptions options) {
    this.session = session;
    this.options = options;
  }

  /** The producer of a name; null if it is not open. */
  SessionProducer named(String name) {
    return byName.get(name);
  }

  /** Opens the producer of a name that is not open. */
  SessionProducer open(String name, Destination to) throws JMSException {
    if (byName.size() == MAX_OPEN) {
      var eldest = byName.values().iterator();
      WorkerSession.closeQuietly(eldest.next());
      eldest.remove();
    }
    SessionProducer producer = session.producer(to, options);
    byName.put(name, producer);
    return producer;
  }
}
