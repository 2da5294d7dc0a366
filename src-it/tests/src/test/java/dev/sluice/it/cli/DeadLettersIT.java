package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.MqProviders;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.Reconnect.ReconnectOption;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of {@code sluice dead-letter} about letters whose header others wrote. */
class DeadLettersIT {

  private static final String QUEUE_MANAGER = "QM1";
  private static final int QUEUE_FULL = 2053;
  private static final long RECEIVE_MILLIS = 10_000;

  @TempDir Path directory;

  private final SimulatedCluster cluster =
      SimulatedCluster.builder()
          .queueManagers(QUEUE_MANAGER)
          .queues(
              new QueueDefinitions(
                  QueueDefinition.DEFAULT,
                  false,
                  Map.of("POISON", QueueDefinition.DEFAULT.withBackout(1, ""))))
          .build();

  @BeforeEach
  void start() {
    cluster.start(QUEUE_MANAGER);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void theQueueManagersOwn() throws Exception {
    put("REPLY", 3);
    assertThat(cluster.deadLetter(QUEUE_MANAGER, "REPLY", QUEUE_FULL)).isEqualTo(3);

    SluiceProcess process = deadLetters(3);

    assertThat(process.exitCode()).as("%s", process).isZero();
    assertThat(process.lines())
        .containsOnlyOnce("dead letter: 2053 MQRC_Q_FULL for REPLY")
        .contains("dead letters so far: 3 x 2053 MQRC_Q_FULL for REPLY");
  }

  @Test
  void messagesThatTheClientMovedAfterTooManyRollbacks() throws Exception {
    put("POISON", 1);
    try (JmsProvider provider = provider();
        Connection connection = provider.connect();
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(session.createQueue("POISON"))) {
      connection.start();
      assertThat(consumer.receive(RECEIVE_MILLIS)).isNotNull();
      session.rollback();
      assertThat(consumer.receiveNoWait()).isNull();
      session.commit();
    }

    SluiceProcess process = deadLetters(1);

    assertThat(process.exitCode()).as("%s", process).isZero();
    assertThat(process.lines())
        .containsOnlyOnce("dead letter: 2362 MQRC_BACKOUT_THRESHOLD_REACHED for POISON");
  }

  private SluiceProcess deadLetters(int count) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("dead-letter", "--provider", "ibmmq", "--host", "127.0.0.1"));
    arguments.addAll(List.of("--port", Integer.toString(cluster.port(QUEUE_MANAGER))));
    arguments.addAll(List.of("--channel", "APP.SVRCONN", "--qmgr", QUEUE_MANAGER));
    arguments.addAll(List.of("--count", Integer.toString(count)));
    return SluiceProcess.run(directory, arguments);
  }

  /** Messages with a text and a property. */
  private void put(String queue, int messages) throws JMSException {
    try (JmsProvider provider = provider();
        Connection connection = provider.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(session.createQueue(queue))) {
      for (int i = 0; i < messages; i++) {
        Message message = session.createTextMessage("a letter");
        message.setIntProperty("number", i);
        producer.send(message);
      }
    }
  }

  private JmsProvider provider() {
    return MqProviders.direct(cluster, QUEUE_MANAGER, ReconnectOption.DISABLED);
  }
}
