package dev.sluice.jms.provider.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.jmqi.JmqiReconnectionListener;
import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.jms.JmsFactoryFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.ConnectionRecord;
import dev.sluice.jms.provider.ibmmq.IbmMqProvider.LatestName;
import jakarta.jms.JMSException;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The client's calls to the listener in its factory. */
class ReconnectSignalsTest {

  private final ConnectionRecord watch = new ConnectionRecord();

  private JmqiReconnectionListener listener() throws JMSException {
    JmsConnectionFactory factory =
        JmsFactoryFactory.getInstance(WMQConstants.JAKARTA_WMQ_PROVIDER).createConnectionFactory();
    new ReconnectSignals(NanoClock.SYSTEM).connect(factory, watch);
    return (JmqiReconnectionListener)
        factory.getObjectProperty(WMQConstants.WMQ_RECONNECT_LISTENER);
  }

  @Test
  void theClientsCallsArePassedOnInOrder() throws JMSException {
    JmqiReconnectionListener listener = listener();
    listener.reconnecting(null);
    listener.reconnected("QM2" + " ".repeat(45));
    listener.reconnecting("QM1\0\0\0");
    listener.reconnectFailed();

    assertThat(watch.told())
        .containsExactly("reconnecting", "reconnected QM2", "reconnecting", "gave up");
  }

  @Test
  void aMoveThatIsToldBeforeTheFirstNameIsReadCounts() {
    ConnectionWatch named = new LatestName(watch);
    named.reconnecting(0);
    named.reconnected("QM2");
    named.connected("QM1");
    new LatestName(watch).connected("QM1");

    assertThat(watch.told())
        .containsExactly("reconnecting", "reconnected QM2", "connected QM2", "connected QM1");
  }

  @Test
  void theListenerCanBePrintedComparedAndKeptInSets() throws JMSException {
    JmqiReconnectionListener listener = listener();

    assertThat(Set.of(listener, listener())).hasSize(2).contains(listener);
    assertThat(listener.toString()).contains("listener");
    assertThat(watch.told()).isEmpty();
  }
}
