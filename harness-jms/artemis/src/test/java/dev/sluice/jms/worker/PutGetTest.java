package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.Waits;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.GeneratedBodies;
import dev.sluice.jms.message.MessageProperty;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.message.MessageSpec.Correlation;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.RoundTrip.CommitOn;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PutGetTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private static final CorrelationForm IDS = new CorrelationForm(true, "own");

  private final TestQueue queue = BROKER.newQueue();
  private final Workbench bench = new Workbench();

  @ParameterizedTest
  @EnumSource(Api.class)
  void putGetFindsItsOwnMessageInEveryWay(Api api) throws Exception {
    SessionSettings plain = BROKER.session().withApi(api);
    for (SessionSettings session : List.of(plain, plain.transacted(1))) {
      RoundTrip trip =
          new RoundTrip(
              session,
              OutgoingMessages.small(),
              Waits.AMPLE,
              true,
              CommitOn.BOTH,
              IDS,
              "",
              ArrivalChecking.OFF);
      for (ReplyMatch match : ReplyMatch.values()) {
        assertFindsItsOwn(trip, match, Optional.empty());
      }
      assertFindsItsOwn(trip, ReplyMatch.NONE, Optional.of("own"));
    }
    assertThat(bench.told().parts())
        .contains(LatencyKind.PUT, LatencyKind.GET, LatencyKind.COMMIT, LatencyKind.ROUND_TRIP);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void halvesOfAPutGetMayBeInTransactions(Api api) throws Exception {
    for (CommitOn half : CommitOn.values()) {
      RoundTrip trip =
          new RoundTrip(
              BROKER.session().withApi(api).transacted(1),
              OutgoingMessages.small(),
              Waits.AMPLE,
              true,
              half,
              IDS,
              "",
              ArrivalChecking.OFF);
      run(0, trip, ReplyMatch.WORKER, Optional.empty());
      assertThat(queue.drain()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void answersKnownByNothingElseMayFitASelector(Api api) throws Exception {
    queue.fill(2);
    MessageSpec red =
        new MessageSpec(
            BodyKind.BYTES,
            GeneratedBodies.fixed(10),
            List.of(MessageProperty.parse("COLOUR=red")),
            Optional.empty(),
            Optional.empty(),
            Correlation.NONE,
            1);
    RoundTrip trip =
        new RoundTrip(
            BROKER.session().withApi(api),
            new OutgoingMessage(red, PutOptions.NON_PERSISTENT),
            Waits.AMPLE,
            true,
            CommitOn.BOTH,
            IDS,
            "COLOUR='red'",
            ArrivalChecking.OFF);
    run(0, trip, ReplyMatch.NONE, Optional.empty());

    assertThat(queue.drain()).hasSize(2).allMatch(message -> !hasColour(message));
  }

  private static boolean hasColour(Message message) {
    try {
      return message.propertyExists("COLOUR");
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  /** There are others in the queue, and they stay there. */
  private void assertFindsItsOwn(RoundTrip trip, ReplyMatch match, Optional<String> property)
      throws Exception {
    queue.fill(2);
    run(3, trip, match, property);
    assertThat(queue.drain()).hasSize(2);
  }

  private void run(int index, RoundTrip trip, ReplyMatch match, Optional<String> property)
      throws Exception {
    bench.run(
        PutGet.factory(new PutGet.Settings(trip, queue.plan(), match, property)).create(index), 3);
  }
}
