package dev.sluice.it.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.it.delivery.Wrapping;
import dev.sluice.it.run.MqProviders;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.Reconnect.ReconnectOption;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.TrackingProperties;
import dev.sluice.jms.tracking.WorkloadTracking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.PutGet;
import dev.sluice.jms.worker.Requester;
import dev.sluice.jms.worker.Requester.ReplyPlace;
import dev.sluice.jms.worker.RoundTrip;
import dev.sluice.jms.worker.RoundTrip.CommitOn;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Replies that are known by the request's message id, on one IBM MQ queue for all workers. */
class RepliesByRequestIdIT {

  private static final String QUEUE_MANAGER = "QM1";
  private static final int WORKERS = 3;
  private static final int ROUNDS = 5;
  private static final long RECEIVE_MILLIS = 20_000;
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofMillis(RECEIVE_MILLIS);
  private static final WorkloadTracking STAMPS = worker -> new Stamps();

  private final SimulatedCluster cluster =
      SimulatedCluster.builder().queueManagers(QUEUE_MANAGER).build();
  private final AtomicInteger consumers = new AtomicInteger();
  private final List<Worker> workers = new ArrayList<>();
  private JmsProvider provider;
  private Session responding;
  private MessageConsumer requests;
  private MessageProducer replies;

  /** A check of deliveries that sees nothing. */
  private static final class Stamps implements TrackingProperties {
    @Override
    public void stamp(Message message) {}

    @Override
    public void changed() {}
  }

  @BeforeEach
  void connect() throws Exception {
    cluster.start(QUEUE_MANAGER);
    provider = MqProviders.direct(cluster, QUEUE_MANAGER, ReconnectOption.DISABLED);
    Connection connection = provider.connect();
    connection.start();
    responding = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    requests = responding.createConsumer(responding.createQueue("REQUEST"));
    replies = responding.createProducer(responding.createQueue("REPLY"));
  }

  @AfterEach
  void end() throws Exception {
    for (Worker worker : workers) {
      worker.close();
    }
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneConsumerForEachWorkerFindsRepliesInAnyOrder(boolean transacted) throws Exception {
    for (int i = 0; i < WORKERS; i++) {
      requester(i, transacted, LONG, WorkloadTracking.OFF);
    }
    Set<String> ids = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      List<CompletableFuture<Outcome>> trips = workers.stream().map(this::iterating).toList();
      List<String> asked = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        asked.add(nextRequest());
      }
      Collections.reverse(asked);
      for (String id : asked) {
        reply(id);
      }
      for (CompletableFuture<Outcome> trip : trips) {
        assertThat(trip.get()).isEqualTo(Outcome.DONE);
      }
      ids.addAll(asked);
    }
    assertThat(ids).hasSize(WORKERS);
    assertThat(consumers).hasValue(WORKERS);
    assertThat(cluster.status(QUEUE_MANAGER).depth()).isZero();
  }

  /** Whether it has come before the next request is put or comes after it. */
  @ParameterizedTest
  @EnumSource(names = {"REQUEST_ID", "WORKER"})
  void aReplyThatComesLateIsNobodys(ReplyMatch match) throws Exception {
    Worker worker = requester(0, true, SHORT, WorkloadTracking.OFF, match);
    assertThatThrownBy(worker::iterate).hasMessageContaining("no answer");
    String unanswered = idOfNext(match);
    reply(unanswered);

    CompletableFuture<Outcome> trip = iterating(worker);
    String next = idOfNext(match);
    reply(unanswered);

    assertThat(next).isNotEqualTo(unanswered);
    assertThatThrownBy(trip::get).hasRootCauseMessage("no answer within 500 ms");
    assertThat(cluster.status(QUEUE_MANAGER).depths()).containsEntry("REPLY", 1);
  }

  /** The client leaves a put in doubt without an id, which is then all there is to know it by. */
  @Test
  void aCheckedPutOutsideOfTransactionsHasTheIdOfTheQueueManager() throws Exception {
    Worker worker = requester(0, false, LONG, STAMPS);
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < ROUNDS; i++) {
      CompletableFuture<Outcome> trip = iterating(worker);
      String id = nextRequest();
      ids.add(id);
      reply(id);
      assertThat(trip.get()).isEqualTo(Outcome.DONE);
    }
    assertThat(ids).hasSize(ROUNDS);
    assertThat(consumers).hasValue(ROUNDS);
  }

  @Test
  void putAndGotMessagesAreFoundByOneConsumerToo() throws Exception {
    PutGet.Settings settings =
        new PutGet.Settings(
            trip(true, LONG, WorkloadTracking.OFF),
            DestinationPlan.of("OWN"),
            ReplyMatch.REQUEST_ID,
            Optional.empty());
    for (int i = 0; i < WORKERS; i++) {
      opened(PutGet.factory(settings).create(i));
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (CompletableFuture<Outcome> trip : workers.stream().map(this::iterating).toList()) {
        assertThat(trip.get()).isEqualTo(Outcome.DONE);
      }
    }
    assertThat(consumers).hasValue(WORKERS);
    assertThat(cluster.status(QUEUE_MANAGER).depth()).isZero();
  }

  private String nextRequest() throws Exception {
    return idOfNext(ReplyMatch.REQUEST_ID);
  }

  private String idOfNext(ReplyMatch match) throws Exception {
    Message request = requests.receive(RECEIVE_MILLIS);
    assertThat(request).isNotNull();
    return match == ReplyMatch.WORKER ? request.getJMSCorrelationID() : request.getJMSMessageID();
  }

  private void reply(String requestId) throws Exception {
    Message reply = responding.createMessage();
    reply.setJMSCorrelationID(requestId);
    replies.send(reply);
  }

  private CompletableFuture<Outcome> iterating(Worker worker) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return worker.iterate();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        task -> new Thread(task, "worker").start());
  }

  private Worker requester(int index, boolean transacted, Duration timeout, WorkloadTracking stamps)
      throws Exception {
    return requester(index, transacted, timeout, stamps, ReplyMatch.REQUEST_ID);
  }

  private Worker requester(
      int index, boolean transacted, Duration timeout, WorkloadTracking stamps, ReplyMatch match)
      throws Exception {
    Requester.Settings settings =
        new Requester.Settings(
            trip(transacted, timeout, stamps),
            DestinationPlan.of("REQUEST"),
            DestinationPlan.of("REPLY"),
            ReplyPlace.FIXED,
            match,
            Optional.empty());
    return opened(Requester.factory(settings).create(index));
  }

  private Worker opened(Worker worker) throws Exception {
    worker.open();
    workers.add(worker);
    return worker;
  }

  private RoundTrip trip(boolean transacted, Duration timeout, WorkloadTracking stamps) {
    SessionSettings session = SessionSettings.of(counted());
    return new RoundTrip(
        transacted ? session.transacted(1) : session,
        new OutgoingMessage(
            new MessageSpec(BodyKind.BYTES, 100), PutOptions.NON_PERSISTENT, stamps),
        timeout,
        true,
        CommitOn.BOTH,
        new CorrelationForm(true, "own"),
        "",
        ArrivalChecking.OFF);
  }

  /** The provider, whose sessions count the consumers that they make. */
  private JmsProvider counted() {
    return Wrapping.of(
        JmsProvider.class,
        (method, arguments) -> {
          Object made = Wrapping.pass(provider, method, arguments);
          return made instanceof Connection connection ? counted(connection) : made;
        });
  }

  private Connection counted(Connection connection) {
    return Wrapping.of(
        Connection.class,
        (method, arguments) -> {
          Object made = Wrapping.pass(connection, method, arguments);
          return made instanceof Session session ? counted(session) : made;
        });
  }

  private Session counted(Session session) {
    return Wrapping.of(
        Session.class,
        (method, arguments) -> {
          if (method.getName().equals("createConsumer")) {
            consumers.incrementAndGet();
          }
          return Wrapping.pass(session, method, arguments);
        });
  }
}
