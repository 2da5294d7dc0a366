package dev.sluice.control.endpoint.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class QueueCommandsTest {

  @Test
  void eachMessageIsAnsweredOnTheOtherQueue() throws Exception {
    try (JmsProvider broker = EmbeddedProvider.inProcess();
        QueueCommands commands =
            QueueCommands.open(
                broker, "IN", "OUT", "id=P1,hello", line -> List.of("id=P1,answer to " + line));
        Connection connection = broker.connect()) {
      assertThat(commands).isNotNull();
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      MessageConsumer replies = session.createConsumer(session.createQueue("OUT"));
      assertThat(next(replies).getText()).isEqualTo("id=P1,hello");
      TextMessage command = session.createTextMessage("ALTER -rt 5");
      session.createProducer(session.createQueue("IN")).send(command);
      TextMessage reply = next(replies);
      assertThat(reply.getText()).isEqualTo("id=P1,answer to ALTER -rt 5");
      assertThat(reply.getJMSCorrelationID()).isEqualTo(command.getJMSMessageID());
    }
  }

  private static TextMessage next(MessageConsumer replies) throws Exception {
    return (TextMessage) replies.receive(30_000);
  }
}
