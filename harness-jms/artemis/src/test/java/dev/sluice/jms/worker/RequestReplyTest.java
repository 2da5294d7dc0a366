package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.Waits;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.DeliverySpec;
import dev.sluice.jms.tracking.DeliverySpec.EndToEnd;
import dev.sluice.jms.tracking.Receivers;
import dev.sluice.jms.tracking.TrackingProperties;
import dev.sluice.jms.worker.JmsWorker.IterationFailure;
import dev.sluice.jms.worker.Requester.ReplyPlace;
import dev.sluice.jms.worker.RoundTrip.CommitOn;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requesters and responders, with each other and alone. */
class RequestReplyTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private final TestQueue queue = BROKER.newQueue();
  private final Workbench bench = new Workbench();

  @ParameterizedTest
  @EnumSource(Api.class)
  void requestersGetTheReplyOfAResponderInEveryWay(Api api) throws Exception {
    SessionSettings plain = BROKER.session().withApi(api);
    for (SessionSettings session : List.of(plain, plain.transacted(1))) {
      for (ReplyPlace place : ReplyPlace.values()) {
        for (ReplyMatch match : ReplyMatch.values()) {
          roundTrip(session, place, match);
        }
      }
    }
    assertThat(bench.told().parts())
        .contains(LatencyKind.PUT, LatencyKind.GET, LatencyKind.COMMIT, LatencyKind.ROUND_TRIP);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void anAnswerThatDoesNotComeFailsTheIterationAndNotTheWorker(Api api) throws Exception {
    Worker requester =
        requester(
            trip(BROKER.session().withApi(api), Waits.SHORT), ReplyPlace.FIXED, ReplyMatch.WORKER);

    Exception failure = catchThrowableOfType(JMSException.class, requester::iterate);

    assertThat(requester.survives(failure)).isTrue();
    assertThat(requester.causeOf(failure)).isEqualTo("no answer within 1 ms");
    requester.close();
    assertThat(queue.drain()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED", "TEMPORARY_PER_WORKER"})
  void aRequestAfterOneWithoutAReplyHasAnotherId(ReplyPlace place) throws Exception {
    Worker requester = requester(trip(BROKER.session(), Waits.SHORT), place, ReplyMatch.WORKER);
    assertThat(requester.source().isPresent()).isEqualTo(place == ReplyPlace.TEMPORARY_PER_WORKER);
    assertThatExceptionOfType(IterationFailure.class).isThrownBy(requester::iterate);
    assertThatExceptionOfType(IterationFailure.class).isThrownBy(requester::iterate);
    requester.close();

    Set<String> ids = new HashSet<>();
    for (Message request : queue.drain()) {
      ids.add(request.getJMSCorrelationID());
    }
    assertThat(ids).hasSize(2);
  }

  /** It is thrown away before the next request, and has arrived all the same. */
  @ParameterizedTest
  @EnumSource(names = {"WORKER", "NONE"})
  void anAnswerThatComesTooLateIsNotLost(ReplyMatch match) throws Exception {
    DeliverySpec verify = new DeliverySpec(true, EndToEnd.OFF);
    Delivery delivery = Delivery.of(Delivery.Role.ACCOUNT);
    ArrivalChecking checking = delivery.checking(verify, Receivers.REQUESTERS);
    TrackingProperties stamps = delivery.stamping(verify, "").ofWorker(0);
    RoundTrip trip =
        new RoundTrip(
            BROKER.session(),
            OutgoingMessages.small(),
            Waits.SHORT,
            true,
            CommitOn.BOTH,
            new CorrelationForm(true, "own"),
            "",
            checking);
    Worker requester = requester(trip, ReplyPlace.FIXED, match);
    for (int i = 0; i < 3; i++) {
      assertThatExceptionOfType(IterationFailure.class).isThrownBy(requester::iterate);
      reply(queue.drain().get(0), stamps);
    }
    assertThatExceptionOfType(IterationFailure.class).isThrownBy(requester::iterate);
    requester.close();

    assertThat(checking.finalCounts().orElseThrow())
        .isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, 3L)));
  }

  private static void reply(Message request, TrackingProperties stamps) throws JMSException {
    try (Connection connection = BROKER.provider().connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(request.getJMSReplyTo())) {
      Message reply = session.createMessage();
      reply.setJMSCorrelationID(request.getJMSCorrelationID());
      stamps.stamp(reply);
      producer.send(reply);
      stamps.committed();
    }
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void aRequestMayCallItsReplyQueueByAnotherName(Api api) throws Exception {
    TestQueue alias = queue.and(".ALIAS");
    Requester.Settings settings =
        new Requester.Settings(
            trip(BROKER.session().withApi(api), Waits.SHORT),
            queue.plan(),
            queue.and(".REPLY").plan(),
            ReplyPlace.FIXED,
            ReplyMatch.WORKER,
            Optional.of(alias.plan()));
    Worker requester = bench.opened(Requester.factory(settings).create(0));

    assertThatExceptionOfType(IterationFailure.class).isThrownBy(requester::iterate);
    requester.close();

    assertThat(queue.drain())
        .singleElement()
        .satisfies(
            request ->
                assertThat(((Queue) request.getJMSReplyTo()).getQueueName())
                    .isEqualTo(alias.name()));
  }

  /** With all its headers, where it wants its reply among them. */
  @ParameterizedTest
  @EnumSource(names = {"WORKER", "REQUEST_ID"})
  void aCopiedRequestComesBackAsItWasSent(ReplyMatch match) throws Exception {
    Worker requester =
        requester(trip(BROKER.session(), Waits.SHORT), ReplyPlace.FIXED, ReplyMatch.WORKER);
    assertThatExceptionOfType(IterationFailure.class).isThrownBy(requester::iterate);
    requester.close();
    Worker responder = responder(BROKER.session(), match, true);

    assertThat(responder.iterate()).isEqualTo(Outcome.DONE);
    responder.close();

    Message reply = queue.and(".REPLY").drain().get(0);
    assertThat(((Queue) reply.getJMSReplyTo()).getQueueName())
        .isEqualTo(queue.and(".REPLY").name());
  }

  /** Its own producer may be opened by the queue's name alone, whatever the request says. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFixedReplyQueueIsTakenInsteadOfTheOneThatTheRequestNames(boolean fixed) throws Exception {
    Worker requester =
        requester(trip(BROKER.session(), Waits.SHORT), ReplyPlace.FIXED, ReplyMatch.WORKER);
    assertThatExceptionOfType(IterationFailure.class).isThrownBy(requester::iterate);
    requester.close();
    TestQueue own = queue.and(".OWN");
    Worker responder =
        responder(BROKER.session(), Optional.of(own.plan()), fixed, ReplyMatch.WORKER, true);

    assertThat(responder.iterate()).isEqualTo(Outcome.DONE);
    responder.close();

    assertThat((fixed ? own : queue.and(".REPLY")).drain()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void aRequestThatCannotBeAnsweredIsAnErrorAndDoneWith(Api api) throws Exception {
    queue.fill(2);
    Worker responder =
        responder(BROKER.session().withApi(api).transacted(1), ReplyMatch.WORKER, true);

    Exception failure = catchThrowableOfType(JMSException.class, responder::iterate);

    assertThat(responder.causeOf(failure)).isEqualTo("a request without JMSReplyTo");
    assertThat(responder.survives(failure)).isTrue();
    responder.close();
    assertThat(queue.drain()).hasSize(1);
  }

  private void roundTrip(SessionSettings session, ReplyPlace place, ReplyMatch match)
      throws Exception {
    Worker responder = responder(session, match, match == ReplyMatch.MESSAGE);
    Worker requester = requester(trip(session, Waits.AMPLE), place, match);
    CompletableFuture<Outcome> replied =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return responder.iterate();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });

    assertThat(requester.iterate()).isEqualTo(Outcome.DONE);
    assertThat(replied.get()).isEqualTo(Outcome.DONE);
    requester.close();
    responder.close();
  }

  private static RoundTrip trip(SessionSettings session, Duration timeout) {
    return new RoundTrip(
        session,
        OutgoingMessages.small(),
        timeout,
        true,
        CommitOn.BOTH,
        new CorrelationForm(true, "own"),
        "",
        ArrivalChecking.OFF);
  }

  private Worker requester(RoundTrip trip, ReplyPlace place, ReplyMatch match) throws Exception {
    return bench.opened(
        Requester.factory(
                new Requester.Settings(
                    trip, queue.plan(), queue.and(".REPLY").plan(), place, match, Optional.empty()))
            .create(0));
  }

  private Worker responder(SessionSettings session, ReplyMatch match, boolean copyRequest)
      throws Exception {
    return responder(session, Optional.empty(), false, match, copyRequest);
  }

  private Worker responder(
      SessionSettings session,
      Optional<DestinationPlan> replies,
      boolean alwaysThere,
      ReplyMatch match,
      boolean copyRequest)
      throws Exception {
    return bench.opened(
        Responder.factory(
                new Responder.Settings(
                    new Passing(
                        session,
                        queue.plan(),
                        copyRequest,
                        OutgoingMessages.small(),
                        Waits.AMPLE,
                        Work.NONE,
                        false,
                        ArrivalChecking.OFF),
                    replies,
                    alwaysThere,
                    match))
            .create(0));
  }
}
