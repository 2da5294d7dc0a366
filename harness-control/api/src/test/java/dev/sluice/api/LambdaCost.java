package dev.sluice.api;

import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.idle.IdleProvider;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Duration;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Holds a lambda that sends against the built-in sender at the highest rate, in turns of one
 * process. {@code src-it/tests/bench/lambda-cost.sh} runs it.
 */
final class LambdaCost {

  private static final int BODY_BYTES = 100;

  private LambdaCost() {}

  /**
   * Prints the messages per second of each turn, and the ratio over all pairs with its error.
   *
   * @param args the broker's URL or "none", pairs of turns, seconds of a turn
   */
  public static void main(String[] args) {
    Duration measured = Duration.ofSeconds(Integer.parseInt(args[2]));
    JmsProvider none = new IdleProvider();
    boolean alone = args[0].equals("none");
    ConnectionFactory factory = alone ? null : new ActiveMQConnectionFactory(args[0]);
    Load lambda =
        Sluice.work(
            () -> new Sending(alone ? none.connect() : factory.createConnection()), Sending::send);
    Load builtIn =
        Sluice.send(alone ? Broker.none() : Broker.of(factory)).to("SLUICE").size(BODY_BYTES);
    Turns turns = Sluice.inTurns(timed(lambda, measured), timed(builtIn, measured));
    turns.pairs(1).run(); // for the compiler
    Turns.Compared compared = turns.pairs(Integer.parseInt(args[1])).run();
    for (int pair = 0; pair < compared.a().size(); pair++) {
      System.out.printf(
          "lambda %,.0f/s, built-in %,.0f/s%n",
          compared.a().get(pair).main().achieved().value(),
          compared.b().get(pair).main().achieved().value());
    }
    System.out.println("lambda / built-in: " + compared.achieved());
  }

  private static Load timed(Load load, Duration measured) {
    Duration warmup = Duration.ofSeconds(2);
    return load.warmingUp(warmup).lasting(warmup.plus(measured));
  }

  /** What a user would write: a connection for each thread, and a message for each iteration. */
  private static final class Sending implements AutoCloseable {

    private final byte[] body = new byte[BODY_BYTES];
    private final Connection connection;
    private final Session session;
    private final MessageProducer producer;

    Sending(Connection opened) throws JMSException {
      connection = opened;
      session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      producer = session.createProducer(session.createQueue("SLUICE"));
      producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    }

    void send() throws JMSException {
      BytesMessage message = session.createBytesMessage();
      message.writeBytes(body);
      producer.send(message);
    }

    @Override
    public void close() throws JMSException {
      connection.close();
    }
  }
}
