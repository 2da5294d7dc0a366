package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SenderTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private final TestQueue queue = BROKER.newQueue();
  private final Workbench bench = new Workbench();

  @Test
  void messagesAreAsAskedFor() throws Exception {
    OutgoingMessage text =
        new OutgoingMessage(new MessageSpec(BodyKind.TEXT, 5), PutOptions.of(true));
    bench.run(
        Sender.factory(new Sender.Settings(BROKER.session(), queue.plan(), text)).create(0), 1);

    Message message = queue.drain().get(0);
    assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
    assertThat(message.getBody(String.class)).isEqualTo("abcde");
  }

  @Test
  void workersUseTheQueueOfTheirNumber() throws Exception {
    WorkerFactory factory =
        Sender.factory(
            new Sender.Settings(
                BROKER.session(),
                DestinationPlan.numbered(queue.name() + ".", 1, 2),
                OutgoingMessages.small()));
    for (int index = 0; index < 3; index++) {
      bench.run(factory.create(index), 1);
    }

    assertThat(queue.and(".1").depth()).isEqualTo(2);
    assertThat(queue.and(".2").depth()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void whoRotatesPutsToEachOfTheDestinationsInTurnFromItsOwnOn(Api api) throws Exception {
    int many = 70; // more than are kept open
    for (int destinations : List.of(3, many)) {
      TestQueue rotated = queue.and("." + destinations + ".");
      Sender.Settings settings =
          new Sender.Settings(
              BROKER.session().withApi(api),
              DestinationPlan.numbered(rotated.name(), 1, destinations),
              true,
              OutgoingMessages.small(),
              Optional.empty());
      bench.run(Sender.factory(settings).create(1), 2 * destinations + 1);

      for (int i = 1; i <= destinations; i++) {
        TestQueue one = rotated.and(Integer.toString(i));
        assertThat(one.drain()).as(one.name()).hasSize(i == 2 ? 3 : 2);
      }
    }
  }

  @Test
  void aSenderCommitsEveryNAndTheRestAtItsEnd() throws Exception {
    Worker sender =
        bench.opened(
            Sender.factory(
                    new Sender.Settings(
                        BROKER.session().transacted(3), queue.plan(), OutgoingMessages.small()))
                .create(0));

    Workbench.iterate(sender, 2);
    assertThat(queue.depth()).isZero();
    Workbench.iterate(sender, 1);
    assertThat(queue.depth()).isEqualTo(3);
    Workbench.iterate(sender, 1);
    assertThat(queue.depth()).isEqualTo(3);
    sender.close();

    assertThat(queue.depth()).isEqualTo(4);
    assertThat(bench.told().rolledBack()).isZero();
    assertThat(bench.told().inDoubt()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void workersShareAConnectionAndTheLastOneClosesIt(Api api) throws Exception {
    // a second connection of that name would be refused
    var session = BROKER.session(api, true, queue.name());
    var factory =
        Sender.factory(new Sender.Settings(session, queue.plan(), OutgoingMessages.small()));
    Worker first = bench.opened(factory.create(0));
    Worker second = bench.opened(factory.create(1));
    first.iterate();
    first.close();
    second.iterate();
    second.close();
    Worker third = bench.opened(factory.create(2));
    third.iterate();
    third.close();

    assertThat(queue.drain()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({"1, 5", "2, 5", "3, 7", "4, 2", "0, 3"})
  void workersShareConnectionsInTurn(int connections, int workers) throws Exception {
    AtomicInteger made = new AtomicInteger();
    AtomicInteger closed = new AtomicInteger();
    JmsProvider counting =
        counting(JmsProvider.class, BROKER.provider(), "connect", made, closed::incrementAndGet);
    SessionSettings session =
        new SessionSettings(
            counting, Api.CLASSIC, SessionMode.AUTO, 1, Duration.ZERO, connections, queue.name());
    var factory =
        Sender.factory(new Sender.Settings(session, queue.plan(), OutgoingMessages.small()));
    List<Worker> all = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      all.add(bench.opened(factory.create(i)));
    }
    for (Worker each : all) {
      Workbench.iterate(each, 2);
    }
    assertThat(made).hasValue(connections == 0 ? workers : Math.min(connections, workers));
    assertThat(closed).hasValue(0);
    all.forEach(Worker::close);

    assertThat(closed).as("by the last of those that share it").hasValue(made.get());
    assertThat(queue.drain()).hasSize(2 * workers);
    assertThat(IntStream.range(0, workers).mapToObj(session::clientIdOf).distinct())
        .as("no broker takes one of them twice")
        .hasSize(made.get());
  }

  /** The same, but it counts what this call makes, and tells when that is closed. */
  private static <T> T counting(
      Class<T> type, Object target, String making, AtomicInteger made, Runnable closed) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              Object result = method.invoke(target, arguments);
              if (method.getName().equals("close")) {
                closed.run();
              }
              if (!method.getName().equals(making)) {
                return result;
              }
              made.incrementAndGet();
              return counting(Connection.class, result, "", made, closed);
            }));
  }
}
