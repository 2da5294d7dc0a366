package dev.sluice.jms.worker;

import dev.sluice.core.text.Figures;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Replies that lie where requesters wait for them, and are not those that they select.
 *
 * @param provider connects to look
 * @param queues where the requesters wait
 */
record UnselectedReplies(JmsProvider provider, DestinationPlan queues) {

  /** Brokers may be slow to browse: more of a queue makes the remark no truer. */
  private static final int MOST_OF_A_QUEUE = 1_000;

  private static final long PATIENCE_SECONDS = 10;

  /** A remark about them; empty if there are none, or nobody answers in time. */
  String text() {
    CompletableFuture<String> found = new CompletableFuture<>();
    NanoClock.SYSTEM.start(
        "unselected replies", () -> provider.inClient(() -> found.complete(look())));
    return found.completeOnTimeout("", PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  private String look() {
    long all = 0;
    List<String> where = new ArrayList<>();
    try (Connection connection = provider.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      connection.start();
      for (String name : queues.names()) {
        long lying = lyingOn((Queue) provider.destination(session::createQueue, name), session);
        all += lying;
        if (lying > 0) {
          where.add(name);
        }
      }
    } catch (JMSException | RuntimeException e) {
      return "";
    }
    return where.isEmpty()
        ? ""
        : "%s %s on %s that nobody selects: do responders and requesters agree on --reply-correlation?"
            .formatted(
                Figures.count(all),
                all == 1 ? "reply lies" : "replies lie",
                String.join(", ", where));
  }

  private static long lyingOn(Queue queue, Session session) throws JMSException {
    long lying = 0;
    try (QueueBrowser browser = session.createBrowser(queue)) {
      for (Enumeration<?> each = browser.getEnumeration();
          lying < MOST_OF_A_QUEUE && each.hasMoreElements();
          each.nextElement()) {
        lying++;
      }
    }
    return lying;
  }
}
