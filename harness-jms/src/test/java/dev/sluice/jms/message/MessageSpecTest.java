package dev.sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.jms.provider.embedded.EmbeddedSettings;
import dev.sluice.jms.session.Api;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionMode;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MessageSpecTest {

  private static EmbeddedProvider broker;
  private static JmsSession session;

  @BeforeAll
  static void connect() throws JMSException {
    broker = EmbeddedSettings.inProcess().create();
    session = Api.CLASSIC.connect(broker, SessionMode.AUTO, ConnectionWatch.NOBODY).ownSession();
  }

  @AfterAll
  static void disconnect() {
    broker.close();
  }

  @Test
  void bytesHaveTheSizeAndAreAlwaysTheSame() throws JMSException {
    BytesMessage message = (BytesMessage) new MessageSpec(BodyKind.BYTES, 28).build(session);
    message.reset();
    byte[] body = new byte[28];

    assertThat(message.getBodyLength()).isEqualTo(28);
    assertThat(message.readBytes(body)).isEqualTo(28);
    assertThat(body).asString().isEqualTo("abcdefghijklmnopqrstuvwxyzab");
  }

  @Test
  void aTextHasOneByteACharacter() throws JMSException {
    TextMessage message = (TextMessage) new MessageSpec(BodyKind.TEXT, 3).build(session);

    assertThat(message.getText()).isEqualTo("abc");
  }

  @Test
  void aBodyMayBeEmptyButNotLess() throws JMSException {
    assertThat(((TextMessage) new MessageSpec(BodyKind.TEXT, 0).build(session)).getText())
        .isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> new MessageSpec(BodyKind.TEXT, -1));
  }
}
