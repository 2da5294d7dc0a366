package dev.sluice.jms.worker;

import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;

/**
 * Replies that lie where requesters wait for them, and are not those that they select.
 *
 * @param provider connects to look
 * @param queues where the requesters wait
 */
public record UnselectedReplies(JmsProvider provider, DestinationPlan queues) {

  /** Brokers may be slow to browse: more of a queue makes the remark no truer. */
  private static final int MOST_OF_A_QUEUE = 1_000;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A remark about them; empty if there are none, or nobody answers in time. */
  public String text() {
    return provider.asked(this::look, PATIENCE, "");
  }

  private String look() {
    List<String> where = new ArrayList<>();
    try (Connection connection = provider.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      connection.start();
      for (String name : queues.names()) {
        int lying = lyingOn((Queue) provider.destination(session::createQueue, name), session);
        if (lying > 0) {
          where.add(name + ": " + lying);
        }
      }
    } catch (JMSException | RuntimeException e) {
      return "";
    }
    return where.isEmpty()
        ? ""
        : "replies that nobody selects lie on %s; do responders and requesters agree on --reply-correlation?"
            .formatted(String.join(", ", where));
  }

  private static int lyingOn(Queue queue, Session session) throws JMSException {
    int lying = 0;
    try (QueueBrowser browser = session.createBrowser(queue)) {
      Enumeration<?> messages = browser.getEnumeration();
      while (lying < MOST_OF_A_QUEUE && messages.hasMoreElements()) {
        messages.nextElement();
        lying++;
      }
    }
    return lying;
  }
}
