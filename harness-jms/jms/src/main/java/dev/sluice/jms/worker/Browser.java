package dev.sluice.jms.worker;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.destination.SelectorPlan;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.WorkloadTracking;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.Enumeration;

/**
 * Looks at the messages of a queue without taking them, over and over. The end of the queue, or an
 * empty one, is nothing found.
 */
public final class Browser extends JmsWorker {

  /** The unit of one iteration. */
  public enum Granularity {
    /** One message. */
    MESSAGE,
    /** All that are there, from the first to the last. */
    PASS
  }

  /**
   * The settings of browsers.
   *
   * @param session how they connect
   * @param at the queues
   * @param selector which messages they look at
   * @param unit what an iteration is
   */
  public record Settings(
      SessionSettings session, DestinationPlan at, SelectorPlan selector, Granularity unit) {}

  private final Settings settings;
  private Queue queue;
  private QueueBrowser browser; // null between two passes
  private Enumeration<?> messages;

  private Browser(Settings settings, Seat seat) {
    super(seat, WorkloadTracking.OFF, ArrivalChecking.OFF);
    this.settings = settings;
  }

  /** Makes browsers. */
  public static WorkerFactory factory(Settings settings) {
    return factory(settings.session(), seat -> new Browser(settings, seat));
  }

  @Override
  void prepare(JmsSession session) throws JMSException {
    queue = (Queue) settings.at().destination(session, index());
    beginPass(session); // which a wrong queue or selector fails at
  }

  @Override
  Outcome work() throws JMSException {
    if (browser == null) {
      beginPass(session());
    }
    boolean found = next();
    while (found && settings.unit() == Granularity.PASS && next()) {
      if (unblocked()) {
        return Outcome.NOTHING;
      }
    }
    if (!found || settings.unit() == Granularity.PASS) {
      endPass();
    }
    return found ? Outcome.DONE : Outcome.NOTHING;
  }

  private void beginPass(JmsSession session) throws JMSException {
    browser = session.browser(queue, settings.selector().forWorker(index()));
    messages = browser.getEnumeration();
  }

  private boolean next() {
    if (!messages.hasMoreElements()) {
      return false;
    }
    messages.nextElement();
    return true;
  }

  private void endPass() throws JMSException {
    QueueBrowser closing = browser;
    browser = null;
    closing.close();
  }
}
