package dev.sluice.jms.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.Waits;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.destination.SelectorPlan;
import dev.sluice.jms.destination.SubscriptionPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.AsyncSender;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Sender;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageNotWriteableException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a client library cannot do ends the run at the first call, in one line that says what goes
 * without it, and nobody connects again.
 */
class UnsupportedByClientTest {

  private static final int WORKERS = 3;
  private static final DestinationPlan QUEUE = DestinationPlan.of("Q");

  private final Logger logger = Logger.getLogger(LonelyClient.LOGGER);
  private final Connections connections = new Connections();
  private final JmsProvider provider =
      new ClientFactoryProvider(
          "test", "", ClientJars.none(), new LonelyClient(), Credentials.NONE, "CF");
  private final SessionSettings session = SessionSettings.of(provider);

  private static final class Connections extends Handler {
    private final AtomicInteger made = new AtomicInteger();

    @Override
    public void publish(LogRecord call) {
      if (call.getMessage().equals("ConnectionFactory.createConnection")) {
        made.incrementAndGet();
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void listen() {
    logger.setUseParentHandlers(false);
    logger.addHandler(connections);
  }

  @AfterEach
  void listenNoMore() {
    logger.removeHandler(connections);
  }

  @Test
  void sendingWithoutWaitingEndsTheRunAtTheFirstSend() {
    assertEnds(
        AsyncSender.factory(new AsyncSender.Settings(session, QUEUE, outgoing(Duration.ZERO), 10)),
        "this client cannot send this way: UnsupportedOperationException by the classic API alone",
        "--async-send");
    assertThat(connections.made).hasValueLessThanOrEqualTo(WORKERS);
  }

  @Test
  void selectorsDelaysTopicsTransactionsAndTheSimplifiedApiEndItBeforeItBegins() {
    assertEnds(
        Receiver.factory(
            new Receiver.Settings(
                session,
                new ConsumerPlan(QUEUE, SelectorPlan.of("a = 1"), SubscriptionPlan.PLAIN),
                Waits.FOR_EVER,
                ArrivalChecking.OFF)),
        "this client cannot receive by a selector: UnsupportedOperationException",
        "--selector");
    assertEnds(
        Sender.factory(new Sender.Settings(session, QUEUE, outgoing(Duration.ofSeconds(1)))),
        "this client cannot delay deliveries: JMSException C5008",
        "--delivery-delay");
    assertEnds(
        Sender.factory(
            new Sender.Settings(session.withApi(Api.SIMPLIFIED), QUEUE, outgoing(Duration.ZERO))),
        "this client cannot use the simplified API",
        "--api");
    assertEnds(
        Sender.factory(new Sender.Settings(session.transacted(1), QUEUE, outgoing(Duration.ZERO))),
        "this client cannot use such sessions: JMSException does not support transacted",
        "--transacted");
    assertEnds(
        Sender.factory(new Sender.Settings(session, QUEUE.asTopics(), outgoing(Duration.ZERO))),
        "this client cannot use topics: JMSException Unsupported Method",
        "send");
  }

  /** As Pulsar's client locks the properties of a message of bytes, with its body. */
  @Test
  void aMessageThatCannotBeStampedIsToldWithTheBodiesThatCan() {
    Message locked =
        (Message)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Message.class},
                (self, method, arguments) -> {
                  throw new MessageNotWriteableException("Not writeable");
                });
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> locked.setStringProperty("from", "s"), () -> locked.setLongProperty("no", 1))) {
      Failure failure = provider.explain(catchThrowable(call));
      assertThat(failure.line())
          .startsWith("this client cannot stamp a message whose body was read")
          .contains("Not writeable", "--message text");
      assertThat(failure.configuration()).isTrue();
    }
  }

  /**
   * Of a pool, a delegate and a factory that wants a host: what another call says is no setting.
   */
  @Test
  void aFactoryThatIsNotCompleteIsASetting() {
    Exception inACall = new jakarta.jms.IllegalStateException("closed");
    inACall.initCause(new ConnectException("refused"));
    for (Exception said :
        List.of(
            new jakarta.jms.IllegalStateException("No ConnectionFactory has been configured"),
            new IllegalStateException("'targetConnectionFactory' is required"),
            new IllegalArgumentException("host must be set"))) {
      Failure failure = connecting(said);
      assertThat(failure.cause())
          .startsWith("this client cannot connect: ")
          .endsWith(said.getMessage());
      assertThat(failure.remedy()).contains("properties");
      assertThat(failure.configuration()).as("so the exit code is 2").isTrue();
    }
    for (Exception said :
        List.of(inACall, new JMSException("no"), new IllegalStateException("x", inACall))) {
      assertThat(connecting(said).configuration()).as("%s", said).isFalse();
    }
    assertThat(provider.explain(new IllegalStateException("in a send")).configuration()).isFalse();
  }

  private static Failure connecting(Exception said) {
    ConnectionFactory factory =
        (ConnectionFactory)
            Proxy.newProxyInstance(
                UnsupportedByClientTest.class.getClassLoader(),
                new Class<?>[] {ConnectionFactory.class},
                (self, method, arguments) -> {
                  said.fillInStackTrace();
                  throw said;
                });
    JmsProvider incomplete =
        new ClientFactoryProvider("test", "", ClientJars.none(), factory, Credentials.NONE, "CF");
    return incomplete.explain(catchThrowable(incomplete::connect));
  }

  private void assertEnds(WorkerFactory workers, String cause, String option) {
    StartFailedException ended =
        catchThrowableOfType(StartFailedException.class, () -> run(workers));
    assertThat(ended).isNotNull();
    Failure failure = provider.explain(ended);
    assertThat(failure.cause()).startsWith(cause);
    assertThat(failure.remedy()).contains(option);
    assertThat(failure.configuration()).as("so the exit code is 2").isTrue();
  }

  private static OutgoingMessage outgoing(Duration delay) {
    return new OutgoingMessage(
        new MessageSpec(BodyKind.BYTES, 10), new PutOptions(false, 4, Duration.ZERO, delay));
  }

  private static void run(WorkerFactory workers) throws Exception {
    ShortRun.of(
        Duration.ofSeconds(20),
        WorkloadSpec.of("workers", workers, WORKERS, RateTarget.asFastAsPossible()));
  }
}
