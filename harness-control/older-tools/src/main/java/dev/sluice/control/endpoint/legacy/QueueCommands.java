package dev.sluice.control.endpoint.legacy;

import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commands that are put on a queue, each a text message. Each line of a reply is a message on
 * another queue, with the id of the command as its correlation id. A connection that is lost is got
 * back.
 */
public final class QueueCommands implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(QueueCommands.class);
  private static final long RECEIVE_MILLIS = 500;
  private static final long RETRY_SECONDS = 5;

  private final JmsProvider provider;
  private final String commandQueue;
  private final String replyQueue;
  private final Function<String, List<String>> answers;
  private final CountDownLatch closed = new CountDownLatch(1);

  private QueueCommands(
      JmsProvider provider,
      String commandQueue,
      String replyQueue,
      Function<String, List<String>> answers) {
    this.provider = provider;
    this.commandQueue = commandQueue;
    this.replyQueue = replyQueue;
    this.answers = answers;
  }

  /**
   * Connects, puts a greeting on the queue of replies, and begins to take commands, on a thread of
   * its own.
   *
   * @param answers carries a line out and returns the reply
   * @throws IOException if there is no connection or no such queue, with one line that says why
   */
  public static QueueCommands open(
      JmsProvider provider,
      String commandQueue,
      String replyQueue,
      String greeting,
      Function<String, List<String>> answers)
      throws IOException {
    QueueCommands commands = new QueueCommands(provider, commandQueue, replyQueue, answers);
    Link link;
    try {
      link = commands.connect();
      link.reply(greeting, null);
    } catch (JMSException e) {
      throw new IOException("no commands from a queue: " + provider.explain(e).line(), e);
    }
    NanoClock.SYSTEM.start(
        "control-queue", () -> provider.client().run(() -> commands.serve(link)));
    return commands;
  }

  @Override
  public void close() {
    closed.countDown();
  }

  private boolean isOpen() {
    return closed.getCount() > 0;
  }

  private void serve(Link first) {
    Link link = first;
    while (isOpen()) {
      try (Link current = link == null ? connect() : link) {
        while (isOpen()) {
          current.answerNext(answers);
        }
      } catch (JMSException e) {
        LOG.warn("Commands from queue {} wait for a connection: {}", commandQueue, e.toString());
        pause();
      }
      link = null;
    }
  }

  private void pause() {
    try {
      if (closed.await(RETRY_SECONDS, TimeUnit.SECONDS)) {
        LOG.debug("No more commands from queue {}", commandQueue);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
    }
  }

  private Link connect() throws JMSException {
    Connection connection = provider.connect();
    try {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Link link =
          new Link(
              connection,
              session,
              session.createConsumer(provider.destination(session::createQueue, commandQueue)),
              session.createProducer(provider.destination(session::createQueue, replyQueue)));
      connection.start();
      return link;
    } catch (JMSException e) {
      connection.close();
      throw e;
    }
  }

  /** A connection and what is made of it; for the thread that serves. */
  private record Link(
      Connection connection, Session session, MessageConsumer commands, MessageProducer replies)
      implements AutoCloseable {

    void answerNext(Function<String, List<String>> answers) throws JMSException {
      Message message = commands.receive(RECEIVE_MILLIS);
      if (message instanceof TextMessage text) {
        for (String line : answers.apply(text.getText())) {
          reply(line, message.getJMSMessageID());
        }
      } else if (message != null) {
        reply("ERR bad-argument a command is a text message", message.getJMSMessageID());
      }
    }

    void reply(String line, String correlationId) throws JMSException {
      TextMessage reply = session.createTextMessage(line);
      if (correlationId != null) {
        reply.setJMSCorrelationID(correlationId);
      }
      replies.send(reply);
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (JMSException e) {
        LOG.debug("Closing the connection for commands failed", e);
      }
    }
  }
}
