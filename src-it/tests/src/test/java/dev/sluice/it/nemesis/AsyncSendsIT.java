package dev.sluice.it.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.time.NanoClock;
import dev.sluice.it.run.MqProviders;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.ClientFactoryProvider;
import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.artemis.ArtemisProvider;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.worker.AsyncSender;
import dev.sluice.jms.worker.OutgoingMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Persistent asynchronous sends to a broker whose process is frozen at a random moment, then killed
 * and started again: nothing is newly done while it is frozen, and what is on the queue is what was
 * done, and some of what is in doubt. Plays as often as the property {@code async.sends.runs} says.
 */
@Tag("soak")
@Timeout(120)
class AsyncSendsIT {

  private static final String QUEUE = "ASYNC";
  private static final int PATIENCE_MILLIS = 2_000;

  @TempDir Path folder;

  /** The brokers, and the clients that can send so. */
  private enum Way {
    ARTEMIS(ArtemisBroker::new) {
      @Override
      JmsProvider provider(Broker broker) {
        return new ArtemisProvider("tcp://127.0.0.1:" + broker.port(), Credentials.NONE);
      }
    },
    CLASSIC_BY_QPID(ClassicBroker::new) {
      @Override
      JmsProvider provider(Broker broker) throws Exception {
        ClientJars jars =
            ClientJars.of(HostProcess.built("src-it/tests/target/clients/qpid").toString());
        ConnectionFactory factory =
            (ConnectionFactory)
                jars.load("org.apache.qpid.jms.JmsConnectionFactory")
                    .getConstructor(String.class)
                    .newInstance("amqp://127.0.0.1:" + ((ClassicBroker) broker).amqpPort());
        return new ClientFactoryProvider(
            "factory", "Qpid JMS", jars, factory, Credentials.NONE, "qpid") {};
      }
    },
    QUEUE_MANAGER(SimulatedQueueManager::new) {
      @Override
      JmsProvider provider(Broker broker) {
        return MqProviders.through(broker.port(), "QM1");
      }
    };

    @SuppressWarnings("ImmutableEnumChecker") // a constructor
    private final Broker.Maker broker;

    Way(Broker.Maker broker) {
      this.broker = broker;
    }

    abstract JmsProvider provider(Broker broker) throws Exception;
  }

  static Stream<Arguments> plays() {
    int runs = Integer.getInteger("async.sends.runs", 1);
    return Stream.of(Way.values())
        .flatMap(
            way ->
                Stream.iterate(1, seed -> seed <= runs, seed -> seed + 1)
                    .map(seed -> Arguments.of(way, seed)));
  }

  @ParameterizedTest
  @MethodSource("plays")
  void whatIsDoneIsWhatTheBrokerHas(Way way, int seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    Path own = Files.createDirectories(folder.resolve(way + "-" + seed));
    try (Broker broker = way.broker.start(own);
        JmsProvider provider = way.provider(broker)) {
      Run run =
          new Run(
              spec(provider),
              NanoClock.SYSTEM,
              InstantSource.system(),
              CpuMeter.ofThisProcess(),
              random.split(),
              List.of());
      CompletableFuture<Summary> end = new CompletableFuture<>();
      new Thread(() -> play(run, end)).start();
      await(() -> done(run) > 10);
      Thread.sleep(random.nextInt(1_000)); // real processes live in real time
      broker.signal("STOP");
      Thread.sleep(500); // for what the broker had answered
      long frozen = done(run);
      Thread.sleep(1_500);
      assertThat(done(run)).as("done while the broker is frozen").isEqualTo(frozen);
      broker.kill();
      broker.start();
      await(() -> done(run) > frozen + 10);
      run.control().stop("the test ends it");

      Counts counts = end.get().workloads().get(0).whole().counts();
      long there = count(provider);
      System.out.println(
          way
              + " "
              + seed
              + ": done "
              + counts.done()
              + ", in doubt "
              + counts.inDoubt()
              + ", on the queue "
              + there);
      assertThat(there).isBetween(counts.done(), counts.done() + counts.inDoubt());
    }
  }

  private static RunSpec spec(JmsProvider provider) {
    AsyncSender.Settings settings =
        new AsyncSender.Settings(
            SessionSettings.of(provider),
            DestinationPlan.of(QUEUE),
            new OutgoingMessage(new MessageSpec(BodyKind.BYTES, 200), PutOptions.of(true)),
            16);
    return new RunSpec(
        "it",
        List.of(
            WorkloadSpec.of(
                "senders", AsyncSender.factory(settings), 2, new RateTarget.PerWorker(100))),
        Duration.ZERO,
        Duration.ZERO,
        Duration.ofSeconds(1),
        Duration.ofSeconds(20));
  }

  private static void play(Run run, CompletableFuture<Summary> end) {
    try {
      end.complete(run.execute());
    } catch (Exception e) {
      end.completeExceptionally(e);
    }
  }

  private static long done(Run run) {
    return run.control().status().workloads().get(0).counts().done();
  }

  private static void await(BooleanSupplier wanted) throws InterruptedException {
    while (!wanted.getAsBoolean()) { // the test has a time limit
      Thread.sleep(20);
    }
  }

  private static long count(JmsProvider provider) throws JMSException {
    long messages = 0;
    try (Connection connection = provider.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE))) {
      connection.start();
      while (consumer.receive(PATIENCE_MILLIS) != null) {
        messages++;
      }
    }
    return messages;
  }
}
