package dev.sluice.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.Forwarder;
import dev.sluice.jms.worker.Passing;
import dev.sluice.jms.worker.PutGet;
import dev.sluice.jms.worker.ReconnectTimer;
import dev.sluice.jms.worker.Requester;
import dev.sluice.jms.worker.Requester.ReplyPlace;
import dev.sluice.jms.worker.Responder;
import dev.sluice.jms.worker.RoundTrip;
import dev.sluice.jms.worker.RoundTrip.CommitOn;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import dev.sluice.jms.worker.Work;
import jakarta.jms.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** Workers that get and put in one iteration. */
final class RoundTripTrials {

  private static final CorrelationForm IDS = new CorrelationForm(true, "own");

  private RoundTripTrials() {}

  /** All on one queue, where each must find its own. */
  static void putGet(Stand stand) throws Exception {
    DestinationPlan queue = stand.shared("PUT.AND.GOT");
    PutGet.Settings settings =
        new PutGet.Settings(trip(stand), queue, ReplyMatch.WORKER, Optional.empty());

    stand
        .run(stand.workload("workers", PutGet.factory(settings)))
        .did("workers", Stand.all(), tripsParts(stand));

    stand.assertEmpty(queue);
  }

  static void reconnectTimer(Stand stand) throws Exception {
    DestinationPlan queue = stand.shared("TIMED");
    List<String> outages = new CopyOnWriteArrayList<>();
    PutGet.Settings settings =
        new PutGet.Settings(trip(stand), queue, ReplyMatch.REQUEST_ID, Optional.empty());

    stand
        .run(stand.workload("timers", ReconnectTimer.factory(settings, outages::add)))
        .did("timers", Stand.all(), tripsParts(stand));

    stand.assertEmpty(queue);
    assertThat(outages).isEmpty();
  }

  /** All on one reply queue, where each must find its own. */
  static void requester(Stand stand) throws Exception {
    DestinationPlan requests = stand.each("REQUEST");
    DestinationPlan replies = stand.shared("REPLY");
    Requester.Settings requesters =
        new Requester.Settings(
            trip(stand), requests, replies, ReplyPlace.FIXED, ReplyMatch.MESSAGE, Optional.empty());
    Responder.Settings responders =
        new Responder.Settings(
            new Passing(
                stand.committingEach(),
                requests,
                false,
                stand.outgoing(),
                Stand.RECEIVE_TIMEOUT,
                Work.NONE,
                false,
                ArrivalChecking.OFF),
            Optional.empty(),
            false,
            ReplyMatch.MESSAGE);

    stand
        .run(
            stand.workload("responders", Responder.factory(responders)),
            stand.workload("requesters", Requester.factory(requesters)))
        .did("requesters", Stand.all(), tripsParts(stand))
        .did(
            "responders",
            Stand.all(),
            Parts.and(
                Parts.each(Stand.all(), LatencyKind.GET, LatencyKind.PUT),
                stand.inTransactions(Map.of(LatencyKind.COMMIT, Stand.all()))));

    stand.assertEmpty(requests);
    stand.assertEmpty(replies);
  }

  static void responder(Stand stand) throws Exception {
    DestinationPlan requests = stand.each("REQUEST");
    DestinationPlan replies = stand.each("REPLY");
    for (int i = 0; i < Stand.WORKERS; i++) {
      stand
          .depot()
          .putRequests(
              requests.nameFor(i), Stand.COUNT, stand.mode().persistent(), replies.nameFor(i));
    }
    Responder.Settings responders =
        new Responder.Settings(
            new Passing(
                stand.session(),
                requests,
                false,
                stand.outgoing(),
                Stand.RECEIVE_TIMEOUT,
                Work.NONE,
                false,
                ArrivalChecking.OFF),
            Optional.empty(),
            false,
            ReplyMatch.MESSAGE);

    stand
        .run(stand.workload("responders", Responder.factory(responders)))
        .did("responders", Stand.all(), bothHalvesParts(stand));

    stand.assertEmpty(requests);
    for (String queue : replies.names()) {
      assertThat(stand.depot().takeAll(queue))
          .allSatisfy(stand::assertOfTheMode)
          .extracting(Message::getJMSCorrelationID)
          .isEqualTo(numbers().mapToObj(number -> "request-" + number).toList());
    }
  }

  /** The message itself is forwarded. */
  static void forwarder(Stand stand) throws Exception {
    DestinationPlan from = stand.each("FROM");
    DestinationPlan to = stand.each("TO");
    stand.fill(from);
    WorkerFactory forwarders =
        Forwarder.factory(
            new Forwarder.Settings(
                new Passing(
                    stand.session(),
                    from,
                    true,
                    stand.outgoing(),
                    Stand.RECEIVE_TIMEOUT,
                    Work.NONE,
                    false,
                    ArrivalChecking.OFF),
                to));

    stand
        .run(stand.workload("forwarders", forwarders))
        .did("forwarders", Stand.all(), bothHalvesParts(stand));

    stand.assertEmpty(from);
    for (String queue : to.names()) {
      assertThat(stand.depot().takeAll(queue))
          .allSatisfy(stand::assertOfTheMode)
          .extracting(message -> message.getIntProperty(Depot.NUMBER))
          .isEqualTo(numbers().boxed().toList());
    }
  }

  private static RoundTrip trip(Stand stand) {
    return new RoundTrip(
        stand.committingEach(),
        stand.outgoing(),
        Stand.RECEIVE_TIMEOUT,
        true,
        CommitOn.BOTH,
        IDS,
        "",
        ArrivalChecking.OFF);
  }

  /** Each half has a transaction of its own, if there are any. */
  private static Map<LatencyKind, Long> tripsParts(Stand stand) {
    return Parts.and(
        Parts.each(Stand.all(), LatencyKind.PUT, LatencyKind.GET, LatencyKind.ROUND_TRIP),
        stand.inTransactions(Map.of(LatencyKind.COMMIT, 2 * Stand.all())));
  }

  /** Both halves are in one transaction, if there are any. */
  private static Map<LatencyKind, Long> bothHalvesParts(Stand stand) {
    return Parts.and(Parts.each(Stand.all(), LatencyKind.GET, LatencyKind.PUT), stand.commits());
  }

  private static IntStream numbers() {
    return IntStream.range(0, Stand.COUNT);
  }
}
