package dev.sluice.it.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.clients.ClassicBroker;
import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.MqProviders;
import dev.sluice.it.run.PackagedProgram;
import dev.sluice.it.run.RunSummary;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.jms.provider.ibmmq.Reconnect.ReconnectOption;
import dev.sluice.mqsim.client.Eventually;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * On every broker the account of a run and the check of its history agree with a plain client that
 * takes messages, doubles them, and counts what is left; their sum is what was sent.
 */
@Tag("soak")
class EverySenderIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int RECEIVE_MILLIS = 700;
  private static final String CHECKED = "verify: true, history: true";

  /** Brokers, and whether they tell what lies in a queue, and what a subscription keeps. */
  private enum Kind {
    ARTEMIS(true, true),
    QUEUE_MANAGER(true, false),
    CLASSIC(false, false);

    private final boolean tellsOfQueues;
    private final boolean tellsOfSubscriptions;

    Kind(boolean tellsOfQueues, boolean tellsOfSubscriptions) {
      this.tellsOfQueues = tellsOfQueues;
      this.tellsOfSubscriptions = tellsOfSubscriptions;
    }

    Broker start() throws Exception {
      return switch (this) {
        case ARTEMIS -> {
          EmbeddedProvider broker = EmbeddedProvider.withTcp(0);
          yield new Broker(
              "{type: artemis, url: \"tcp://127.0.0.1:%d?consumerWindowSize=0\"}"
                  .formatted(broker.tcpPort()),
              broker::connect,
              broker);
        }
        case QUEUE_MANAGER -> {
          SimulatedCluster cluster = SimulatedCluster.builder().queueManagers("QM1").build();
          cluster.start("QM1");
          yield new Broker(
              "{type: ibmmq, host: 127.0.0.1, port: %d, channel: APP.SVRCONN, qmgr: QM1}"
                  .formatted(cluster.port("QM1")),
              MqProviders.direct(cluster, "QM1", ReconnectOption.DISABLED)::connect,
              cluster);
        }
        case CLASSIC -> {
          Path jars = PackagedProgram.root().resolve("src-it/tests/target/clients/activemq");
          ClassicBroker broker = new ClassicBroker(jars);
          yield new Broker(
              ("{type: factory, class-path: %s, factory-property: [\"brokerURL=%s?"
                      + "jms.prefetchPolicy.queuePrefetch=0\"],"
                      + " factory-class: org.apache.activemq.ActiveMQConnectionFactory}")
                  .formatted(jars, broker.openWire()),
              broker::connect,
              broker);
        }
      };
    }
  }

  @FunctionalInterface
  private interface Connecting {
    Connection connect() throws Exception;
  }

  /** One that runs: how a plan writes its provider, and how a plain client connects. */
  private record Broker(String provider, Connecting connecting, AutoCloseable running)
      implements AutoCloseable {
    @Override
    public void close() {
      try {
        running.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** What the plain client did to messages, by the stamps that docs/delivery.md tells of. */
  private static final class Meddler {
    private final boolean doubles;
    private int stolen;
    private int doubled;

    Meddler(boolean doubles) {
      this.doubles = doubles;
    }

    /** Takes all of first senders, some of second ones, and may bring others of these twice. */
    void meddle(Connection connection, String... queues) throws JMSException {
      try (Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
        for (String queue : queues) {
          try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
            for (Message each : drain(session, queue)) {
              boolean second = each.getStringProperty("SluiceFrom").endsWith("/2");
              long number = each.getLongProperty("SluiceSeq");
              if (each.getStringProperty("SluiceFrom").endsWith("/1")
                  || (second && number % 5 == 0)) {
                stolen++;
                continue;
              }
              producer.send(each);
              if (doubles && second && number % 7 == 0) {
                producer.send(each);
                doubled++;
              }
            }
          }
        }
        session.commit();
      }
    }

    static List<Message> drain(Session session, String queue) throws JMSException {
      List<Message> drained = new ArrayList<>();
      try (MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
        for (Message each = consumer.receive(RECEIVE_MILLIS);
            each != null;
            each = consumer.receive(RECEIVE_MILLIS)) {
          drained.add(each);
        }
      }
      return drained;
    }
  }

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void stolenDoubledExpiredAndUnread(Kind kind) throws Exception {
    try (Broker broker = kind.start();
        Connection witness = broker.connecting().connect()) {
      witness.start();
      Path out = directory.resolve("out");
      Path plan =
          plan(
              broker,
              """
              workloads:
                senders: {type: send, queue: Q, queues: 1..3, threads: 6, rate: 200, %1$s}
                short:
                  {type: send, queue: Q, queues: 1..2, threads: 2, rate: 50, expiry: 200ms, %1$s}
                receivers: {type: receive, queue: Q, queues: 1..2, threads: 2, %1$s}
              steps:
                - pause: receivers
                - wait: 1s
                - pause: senders
                - pause: short
                - wait: 500ms
                - exec: touch %2$s/sent; while [ ! -e %2$s/resume ]; do sleep 0.1; done
                  timeout: 2m
                - resume: receivers
                - wait: 1s
              """
                  .formatted(CHECKED, directory));
      Meddler meddler = new Meddler(true);
      try (LiveProcess run = LiveProcess.start("run " + plan + " --out " + out)) {
        assertThat(Eventually.holds(PATIENCE, () -> Files.exists(directory.resolve("sent"))))
            .as("%s", run)
            .isTrue();
        meddler.meddle(witness, "Q1", "Q2");
        Files.createFile(directory.resolve("resume"));
        assertThat(run.exitCode(PATIENCE)).as("%s", run).isOne();
      }
      long lying;
      try (Session session = witness.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
        lying = Meddler.drain(session, "Q3").size();
      }

      JSONObject found = RunSummary.read(out).workload("receivers").getJSONObject("delivery");
      assertThat(meddler.stolen).isPositive();
      assertThat(meddler.doubled).isPositive();
      assertThat(lying).isPositive();
      assertThat(found.getLong("duplicates")).as("%s", found).isEqualTo(meddler.doubled);
      long missing = sent(out, "senders") + sent(out, "short") - arrived(found);
      assertThat(missing).as("%s", found).isGreaterThan(meddler.stolen + lying);
      assertMissing(kind.tellsOfQueues, found, missing, lying);
      assertCheckSays(found, out);
    }
  }

  @ParameterizedTest
  @EnumSource
  void leftByAReceiverInAnotherProcess(Kind kind) throws Exception {
    try (Broker broker = kind.start();
        Connection witness = broker.connecting().connect()) {
      witness.start();
      String sends = "senders: {type: send, queue: Q, threads: 3, count: 20, " + CHECKED + "}";
      String receives = "receivers: {type: receive, queue: Q, count: 5, " + CHECKED + "}";
      Path sent = directory.resolve("sent");
      Path received = directory.resolve("received");
      play(broker, "workloads: {%s}\nsteps: [wait: 1s]".formatted(sends), sent);
      Meddler meddler = new Meddler(false);
      meddler.meddle(witness, "Q");
      play(broker, "workloads: {%s}\nsteps: [wait: 1s]".formatted(receives), received);
      long lying;
      try (Session session = witness.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
        lying = Meddler.drain(session, "Q").size();
      }

      assertThat(meddler.stolen).isEqualTo(24); // all of one sender, and 5, 10, 15 and 20 of one
      assertThat(lying).isEqualTo(3 * 20 - meddler.stolen - 5);
      assertThat(check(sent, received).lines())
          .anySatisfy(
              line ->
                  assertThat(line)
                      .startsWith(
                          kind.tellsOfQueues
                              ? "receivers: 5 checked, lost 24, not arrived 31"
                              : "receivers: 5 checked, lost 0, not arrived 55"));
      assertThat(check(sent, received).exitCode()).isOne();
      assertThat(check(sent).exitCode()).isEqualTo(5);
      assertThat(check(sent, received, sent).exitCode()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void keptByASubscription(Kind kind) throws Exception {
    String text =
        """
        workloads:
          publishers: {type: publish, topic: T, threads: 2, rate: 50, %1$s}
          subscribers: {type: subscribe, topic: T, durable: true, client-id: c, %2$s%1$s}
        steps:
          - wait: 500ms
        """;
    try (Broker broker = kind.start()) {
      Path first = directory.resolve("first");
      String pausing = text + "  - pause: subscribers\n  - wait: 500ms\n";
      assertThat(play(broker, pausing.formatted(CHECKED, ""), first)).isOne();
      Path second = directory.resolve("second");
      int exitCode = play(broker, text.formatted(CHECKED, "unsubscribe: true, "), second);

      JSONObject found = RunSummary.read(first).workload("subscribers").getJSONObject("delivery");
      JSONObject next = RunSummary.read(second).workload("subscribers").getJSONObject("delivery");
      long kept = next.getLong("ofOtherRuns");
      assertThat(kept).isPositive();
      assertThat(sent(first, "publishers") - arrived(found)).as("%s", found).isEqualTo(kept);
      assertMissing(kind.tellsOfSubscriptions, found, kept, kept);
      assertCheckSays(found, first);
      assertThat(arrived(next)).as("%s", next).isEqualTo(kept + sent(second, "publishers"));
      assertThat(exitCode).isZero();
    }
  }

  /** What lies where it can be asked is not lost, and all else is; what cannot, may be either. */
  private static void assertMissing(boolean told, JSONObject found, long missing, long lying) {
    assertThat(found.optLong("lost")).as("%s", found).isEqualTo(told ? missing - lying : 0);
    assertThat(found.optLong("notArrived")).as("%s", found).isEqualTo(told ? lying : missing);
    assertThat(found.getString("whereabouts").contains("no answer")).isEqualTo(!told);
  }

  private static long arrived(JSONObject found) {
    return found.getLong("checked") - found.getLong("duplicates");
  }

  private static long sent(Path out, String workload) throws Exception {
    return RunSummary.read(out).workload(workload).getLong("totalIterations");
  }

  private void assertCheckSays(JSONObject found, Path out) throws Exception {
    SluiceProcess check = check(out);
    assertThat(check.exitCode()).as("%s", check).isOne();
    assertThat(check.lines())
        .anySatisfy(
            line ->
                assertThat(line.replace(",", ""))
                    .contains(
                        ": %d checked lost %d not arrived %d"
                            .formatted(
                                found.getLong("checked"),
                                found.optLong("lost"),
                                found.optLong("notArrived")),
                        "duplicates " + found.getLong("duplicates")));
  }

  private SluiceProcess check(Path... folders) throws Exception {
    List<String> line = new ArrayList<>(List.of("check"));
    for (Path each : folders) {
      line.add(each.toString());
    }
    return SluiceProcess.run(directory, line);
  }

  private int play(Broker broker, String text, Path out) throws Exception {
    SluiceProcess process =
        SluiceProcess.run(
            directory, List.of("run", plan(broker, text).toString(), "--out", out.toString()));
    System.out.println(String.join("\n", process.lines()));
    return process.exitCode();
  }

  private Path plan(Broker broker, String text) throws Exception {
    return Files.writeString(
        directory.resolve("plan.yaml"),
        "providers: {broker: %s}\nrun: {interval: 500ms}\n".formatted(broker.provider()) + text);
  }
}
