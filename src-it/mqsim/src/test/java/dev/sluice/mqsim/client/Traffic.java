package dev.sluice.mqsim.client;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Senders and receivers on threads and connections of their own, and what happened to them. */
final class Traffic implements AutoCloseable {

  static final String SENDERS = "SENDERS";
  static final String RECEIVERS = "RECEIVERS";
  private static final String SENDER = "sender";
  private static final String QUEUE = "TRAFFIC.Q";
  private static final int CALL_INTERRUPTED = 2549;
  private static final int RECEIVE_MILLIS = 250;
  private static final int JOIN_MILLIS = 20_000;
  private static final String ZERO_ID = "ID:" + "0".repeat(48);

  private final ConnectionFactory senderFactory;
  private final ConnectionFactory receiverFactory;
  private final boolean transacted;
  private final int pauseMillis;
  private final List<Thread> threads = new ArrayList<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger rollbacks = new AtomicInteger();
  private final AtomicInteger inDoubt = new AtomicInteger();
  private final AtomicInteger duplicates = new AtomicInteger();
  private final Set<String> sent = ConcurrentHashMap.newKeySet();
  private final Set<String> received = ConcurrentHashMap.newKeySet();
  private final Set<String> receivedInDoubt = ConcurrentHashMap.newKeySet();
  private final AtomicInteger unseenInDoubt = new AtomicInteger();
  private volatile boolean sending = true;
  private volatile boolean receiving = true;

  Traffic(
      ConnectionFactory senderFactory,
      ConnectionFactory receiverFactory,
      boolean transacted,
      int pauseMillis) {
    this.senderFactory = senderFactory;
    this.receiverFactory = receiverFactory;
    this.transacted = transacted;
    this.pauseMillis = pauseMillis;
  }

  /**
   * Starts pairs of a sender and a receiver, all on one queue; all are connected when this returns.
   */
  void start(int pairs) throws InterruptedException {
    CountDownLatch connected = new CountDownLatch(2 * pairs);
    for (int i = 0; i < pairs; i++) {
      String prefix = i + "-";
      thread(SENDER + i, () -> send(prefix, connected));
      thread("receiver" + i, () -> receive(connected));
    }
    if (!connected.await(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("not all connected: " + failures);
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private void thread(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Exception e) {
                failures.add(e);
              }
            },
            name);
    threads.add(thread);
    thread.start();
  }

  private Session session(Connection connection) throws JMSException {
    return transacted
        ? connection.createSession(true, Session.SESSION_TRANSACTED)
        : connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
  }

  private void send(String prefix, CountDownLatch connected) throws Exception {
    try (Connection connection = senderFactory.createConnection()) {
      Session session = session(connection);
      MessageProducer producer = session.createProducer(session.createQueue(QUEUE));
      producer.setDeliveryMode(DeliveryMode.PERSISTENT);
      connected.countDown();
      for (int number = 0; sending; number++) {
        String text = prefix + number;
        Message message = session.createTextMessage(text);
        try {
          producer.send(message);
          if (transacted) {
            session.commit();
          }
          if (ZERO_ID.equals(message.getJMSMessageID())) {
            inDoubt.incrementAndGet();
          } else {
            sent.add(text);
          }
        } catch (TransactionRolledBackException e) {
          rolledBack(session);
        } catch (JMSException e) {
          countCommitInDoubt(e);
        }
        Thread.sleep(pauseMillis);
      }
    }
  }

  private void receive(CountDownLatch connected) throws Exception {
    try (Connection connection = receiverFactory.createConnection()) {
      connection.start();
      Session session = session(connection);
      MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE));
      connected.countDown();
      while (receiving) {
        String text = null;
        try {
          Message message = consumer.receive(RECEIVE_MILLIS);
          text = message == null ? null : message.getBody(String.class);
          if (transacted) {
            session.commit();
          }
          if (text != null && !received.add(text)) {
            duplicates.incrementAndGet();
          }
        } catch (TransactionRolledBackException e) {
          rolledBack(session);
        } catch (JMSException e) {
          countCommitInDoubt(e);
          if (text != null) {
            receivedInDoubt.add(text);
          } else {
            unseenInDoubt.incrementAndGet();
          }
        }
      }
    }
  }

  /**
   * A unit of work went with its connection. The client gets persistent messages in one of its own
   * even if the session is not transacted; then there is nothing to roll back.
   */
  private void rolledBack(Session session) throws JMSException {
    rollbacks.incrementAndGet();
    if (transacted) {
      session.rollback();
    }
  }

  /** A commit that was under way when the connection broke may or may not have been done. */
  private void countCommitInDoubt(JMSException e) throws JMSException {
    if (MqClient.reasonOf(e) != CALL_INTERRUPTED) {
      throw e;
    }
    inDoubt.incrementAndGet();
  }

  /** Stops the senders, each after the send that is in flight. */
  void stopSending() {
    sending = false;
  }

  /** Whether all senders have ended. */
  boolean isAllSent() {
    return threads.stream().noneMatch(each -> each.isAlive() && each.getName().startsWith(SENDER));
  }

  Set<String> received() {
    return received;
  }

  /**
   * Whether every message that was sent has been received, or got by a commit of which nobody knows
   * whether it was done: such a message comes again only if it was not. The client commits for a
   * session that is not transacted before it gives the message away, so some of these nobody saw.
   */
  boolean isAllReceived() {
    long missing =
        sent.stream()
            .filter(text -> !received.contains(text) && !receivedInDoubt.contains(text))
            .count();
    return missing <= unseenInDoubt.get();
  }

  @Override
  public String toString() {
    Set<String> missing = new TreeSet<>(sent);
    missing.removeAll(received);
    return "missing %s; in doubt %s, unseen %s; failures %s"
        .formatted(missing, receivedInDoubt, unseenInDoubt, failures);
  }

  int rollbacks() {
    return rollbacks.get();
  }

  int duplicates() {
    return duplicates.get();
  }

  /** Sends that returned with an id of zeros, and commits of which nobody knows. */
  int inDoubt() {
    return inDoubt.get();
  }

  /** Exceptions that ended a sender or receiver. */
  Queue<Throwable> failures() {
    return failures;
  }

  @Override
  public void close() {
    sending = false;
    receiving = false;
    try {
      for (Thread thread : threads) {
        thread.join(JOIN_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
