package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.Waits;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.destination.DestinationPlan.DestinationKind;
import dev.sluice.jms.destination.DestinationPlan.Order;
import dev.sluice.jms.destination.SelectorPlan;
import dev.sluice.jms.destination.SubscriptionPlan;
import dev.sluice.jms.message.ValueProperty;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.tracking.ArrivalChecking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Receivers and senders by topics. */
class SubscriberTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private final TestQueue topic = BROKER.newQueue();
  private final Workbench bench = new Workbench();

  @ParameterizedTest
  @EnumSource(Api.class)
  void subscribersGetWhatTheySelectAndDurableOnesWhatTheyMissed(Api api) throws Exception {
    SubscriptionPlan durable = new SubscriptionPlan("s", true, false, false);
    SubscriptionPlan durableToTheEnd = new SubscriptionPlan("s", true, false, true);
    bench.opened(subscriber(api, durable, Waits.SHORT)).close();
    Sender.Settings publishing =
        new Sender.Settings(
            BROKER.session().withApi(api),
            topic.plan().asTopics(),
            false,
            OutgoingMessages.small(),
            Optional.of(new ValueProperty("region", "r", 3)));
    bench.run(Sender.factory(publishing).create(0), 6);

    bench.run(subscriber(api, durableToTheEnd, Waits.AMPLE), 4);
    Worker again = bench.opened(subscriber(api, durable, Waits.SHORT));

    assertThat(again.iterate()).isEqualTo(Outcome.NOTHING);
    again.close();
  }

  /** As a broker has it: a subscription of one name is one to one topic. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sharedOnesOfSeveralTopicsAreOneForEach(boolean durable) throws Exception {
    DestinationPlan topics =
        new DestinationPlan(
            DestinationKind.TOPIC,
            List.of(topic.name() + "1", topic.name() + "2"),
            Order.ROUND_ROBIN);
    ConsumerPlan intake =
        new ConsumerPlan(
            topics, SelectorPlan.ALL, new SubscriptionPlan("s", durable, true, durable));
    WorkerFactory subscribers =
        Receiver.factory(
            new Receiver.Settings(
                BROKER.session(Api.CLASSIC, false, ""), intake, Waits.AMPLE, ArrivalChecking.OFF));
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      workers.add(bench.opened(subscribers.create(i)));
    }
    Sender.Settings publishing =
        new Sender.Settings(BROKER.session(), topics, OutgoingMessages.small());
    bench.run(Sender.factory(publishing).create(1), 1);
    assertThat(workers.get(1).iterate()).isEqualTo(Outcome.DONE);
    for (Worker worker : workers) {
      worker.close();
    }
  }

  @Test
  void selectorsAskForTheValuesThatSendersGive() {
    SelectorPlan selectors = SelectorPlan.ofValues(new ValueProperty("region", "r", 3), 1, 2);
    assertThat(selectors.forWorker(0)).isEqualTo("region IN ('r1','r2')");
    assertThat(selectors.forWorker(1)).isEqualTo("region IN ('r0','r1')");
  }

  /** Of two of the three regions. */
  private Worker subscriber(Api api, SubscriptionPlan subscription, Duration timeout) {
    ConsumerPlan intake =
        new ConsumerPlan(
            topic.plan().asTopics(),
            SelectorPlan.ofValues(new ValueProperty("region", "r", 3), 1, 2),
            subscription);
    return Receiver.factory(
            new Receiver.Settings(
                BROKER.session(api, false, topic.name()), intake, timeout, ArrivalChecking.OFF))
        .create(0);
  }
}
