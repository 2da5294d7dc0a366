package dev.sluice.jms.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.ConnectionRecord;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.Interruption;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.SessionSettings;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** A link and what its provider tells of it. */
class WorkerSessionTest {

  private final ConnectionRecord worker = new ConnectionRecord();
  private final FakeProvider provider = new FakeProvider();

  @Test
  void theWorkerIsNotifiedUntilTheConnectionIsClosed() throws JMSException {
    WorkerSession link = WorkerSession.open(SessionSettings.of(provider), "", worker);
    provider.watch.reconnecting(0);
    provider.watch.reconnected("QM2");
    link.close();
    provider.watch.reconnecting(0);
    provider.watch.reconnected("QM3");
    provider.watch.gaveUp();

    assertThat(worker.told()).containsExactly("connected QM1", "reconnecting", "reconnected QM2");
  }

  @Test
  void aCallCutByReconnectingWasInterruptedWhateverTheProviderToldBefore() throws JMSException {
    WorkerSession link = WorkerSession.open(SessionSettings.of(provider), "", worker);

    provider.interruption = Interruption.RECONNECTED;
    assertThat(link.interrupted(new JMSException("2549"))).isTrue();
    provider.interruption = Interruption.NONE;
    assertThat(link.interrupted(new JMSException("2053"))).isFalse();
  }

  @Test
  void aRollbackIsAnInterruptionOnlyIfTheConnectionWasLostSinceTheLastOne() throws JMSException {
    WorkerSession link = WorkerSession.open(SessionSettings.of(provider).transacted(2), "", worker);
    provider.interruption = Interruption.ROLLED_BACK;

    assertThat(link.interrupted(new JMSException("2003"))).isFalse();
    provider.watch.reconnecting(0);
    assertThat(link.interrupted(new JMSException("2003"))).isTrue();
    assertThat(link.interrupted(new JMSException("2003"))).isFalse();
  }

  /** Connects to nothing. */
  private static final class FakeProvider implements JmsProvider {

    private ConnectionWatch watch;
    private Interruption interruption = Interruption.NONE;

    @Override
    public Connection connect(ConnectionWatch newWatch) {
      watch = newWatch;
      watch.connected("QM1");
      return (Connection)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> null);
    }

    @Override
    public Interruption interruption(Throwable failure) {
      return interruption;
    }

    @Override
    public String name() {
      return "fake";
    }

    @Override
    public String describe() {
      return "nothing";
    }

    @Override
    public JMSContext context(int sessionMode, ConnectionWatch newWatch) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Failure explain(Throwable failure) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      // holds nothing
    }
  }
}
