package dev.sluice.jms.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.Waits;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.Churn;
import dev.sluice.jms.worker.ListeningReceiver;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Sender;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client library out of jars of its own, and the class loader of the threads that call it. */
class ClientsClassLoaderTest {

  private static final OutgoingMessage SMALL =
      new OutgoingMessage(new MessageSpec(BodyKind.BYTES, 10), PutOptions.NON_PERSISTENT);

  private final Logger logger = Logger.getLogger(LonelyClient.LOGGER);
  private final Calls calls = new Calls();

  @TempDir Path directory;

  private static final class Calls extends Handler {
    private final Set<String> all = ConcurrentHashMap.newKeySet();
    private final Set<String> strange = ConcurrentHashMap.newKeySet();

    @Override
    public void publish(LogRecord call) {
      all.add(call.getMessage());
      if (!(boolean) call.getParameters()[0]) {
        strange.add(call.getMessage() + " by " + call.getParameters()[1]);
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
    logger.addHandler(calls);
  }

  @AfterEach
  void listenNoMore() {
    logger.removeHandler(calls);
  }

  @ParameterizedTest
  @CsvSource({"factory, false", "factory, true", "jndi, false", "jndi, true"})
  void isTheLibrarysOwnInAllItsCalls(String type, boolean sharedConnection) throws Exception {
    try (JmsProvider provider = provider(type, ClientJar.of(LonelyClient.class, directory))) {
      SessionSettings plain = SessionSettings.of(provider);
      SessionSettings session =
          new SessionSettings(
              provider, plain.api(), plain.mode(), 1, Duration.ZERO, sharedConnection ? 1 : 0, "");
      DestinationPlan bound = DestinationPlan.of("bound");
      Summary summary =
          ShortRun.of(
              Duration.ofMillis(300),
              workload("senders", Sender.factory(new Sender.Settings(session, bound, SMALL)), 5),
              workload(
                  "receivers",
                  Receiver.factory(
                      new Receiver.Settings(
                          session,
                          DestinationPlan.of("made"),
                          Waits.FOR_EVER,
                          ArrivalChecking.OFF)),
                  0),
              workload(
                  "listeners",
                  ListeningReceiver.factory(
                      new ListeningReceiver.Settings(
                          session, ConsumerPlan.of(bound), 1, ArrivalChecking.OFF)),
                  0),
              workload("churn", Churn.factory(session, Churn.Cycle.CONNECTION), 5));
      assertThat(summary.workloads()).allSatisfy(each -> assertThat(each.errors()).isZero());
    }
    assertThat(calls.all)
        .contains(
            "ConnectionFactory.createConnection",
            "MessageProducer.send",
            "MessageConsumer.receive",
            "MessageConsumer.close",
            "MessageListener.onMessage",
            "Connection.close");
    if (type.equals("jndi")) {
      assertThat(calls.all).contains("Context.lookup", "Context.close");
    }
    assertThat(calls.strange).isEmpty();
  }

  private static WorkloadSpec workload(String name, WorkerFactory workers, long count) {
    return WorkloadSpec.of(name, workers, 2, RateTarget.asFastAsPossible()).withCount(count);
  }

  private static JmsProvider provider(String type, Path jar) {
    String client = LonelyClient.class.getName();
    return GivenTexts.open(
        type,
        Map.of(
            "--class-path",
            jar.toString(),
            "--factory-class",
            client,
            "--jndi-factory",
            client,
            "--connection-factory",
            "CF"));
  }
}
