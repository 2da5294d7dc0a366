package dev.sluice.it.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.client.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.json.JSONObject;

/** A row of the table: what people ask of a broker, and a plan that shows whether they get it. */
enum Feature {
  SEND_AND_RECEIVE(
      "send, receive, `--verify`",
      """
      workloads:
        senders: {type: send, queue: '${name}', count: 50, verify: true}
        receivers: {type: receive, queue: '${name}', count: 50, verify: true}
      """,
      Feature::allArrive),
  SIMPLIFIED(
      "`--api simplified`",
      """
      workloads:
        senders: {type: send, queue: '${name}', count: 50, verify: true, api: simplified}
        receivers: {type: receive, queue: '${name}', count: 50, verify: true, api: simplified}
      """,
      Feature::allArrive),
  PERSISTENT(
      "`--persistent`",
      """
      workloads:
        senders: {type: send, queue: '${name}', count: 50, verify: true, persistent: true}
        receivers: {type: receive, queue: '${name}', count: 50, verify: true}
      """,
      Feature::allArrive),
  TRANSACTED(
      "`--transacted`",
      """
      workloads:
        senders: {type: send, queue: '${name}', count: 50, verify: true, commit-every: 10}
        receivers: {type: receive, queue: '${name}', count: 50, verify: true, commit-every: 10}
      """,
      Feature::allArrive),
  SELECTOR(
      "`--selector`",
      """
      workloads:
        senders: {type: send, queue: '${name}', count: 50, selector-property: kind, selector-values: 2}
        receivers: {type: receive, queue: '${name}', count: 25, selector: "kind = '1'"}
      """,
      played -> all(played, "receivers", 25)),
  TEMPORARY_REPLIES(
      "replies on temporary queues",
      """
      workloads:
        requesters: {type: request, request-queue: '${name}', reply-to: temporary-per-worker, count: 20}
        responders: {type: respond, request-queue: '${name}', count: 20}
      """,
      played -> all(played, "requesters", 20)),
  CORRELATED_REPLIES(
      "replies by correlation",
      """
      workloads:
        requesters: {type: request, request-queue: '${name}', reply-queue: '${name}.REPLY', count: 20}
        responders: {type: respond, request-queue: '${name}', reply-queue: '${name}.REPLY', count: 20}
      """,
      played -> all(played, "requesters", 20)),
  LISTENER(
      "`--listener`",
      """
      workloads:
        senders: {type: send, queue: '${name}', count: 50, verify: true}
        receivers: {type: receive, queue: '${name}', count: 50, verify: true, listener: true}
      """,
      Feature::allArrive),
  TOPIC(
      "topics",
      """
      workloads:
        senders: {type: publish, topic: '${topic}', count: 50, verify: true}
        receivers: {type: subscribe, topic: '${topic}', count: 50, verify: true}
      """,
      Feature::allArrive),
  DURABLE(
      "`--durable`",
      """
      workloads:
        senders: {type: publish, topic: '${topic}', count: 50, rate: 50, verify: true}
        receivers: {type: subscribe, topic: '${topic}', count: 50, verify: true, durable: true,
          client-id: '${name}', disconnect-every: 10, disconnect-for: 300ms}
      """,
      Feature::allArrive),
  SHARED(
      "`--shared`",
      """
      workloads:
        senders: {type: publish, topic: '${topic}', count: 50, rate: 50, verify: true}
        receivers: {type: subscribe, topic: '${topic}', threads: 2, verify: true, shared: true}
      run: {duration: 2s}
      """,
      played -> {
        boolean copied =
            played.exitCode() == 1
                && played.delivery("receivers").getLong("duplicates") == played.done("senders");
        return copied ? Outcome.ignored("gives each subscriber all messages") : allArrive(played);
      }),
  DELIVERY_DELAY(
      "`--delivery-delay`",
      """
      workloads:
        senders: {type: send, queue: '${name}', count: 5, delivery-delay: 1s, end-to-end: same-host}
        receivers: {type: receive, queue: '${name}', count: 5, end-to-end: same-host}
      """,
      Feature::delayed),
  PRIORITY(
      "`--priority`",
      """
      workloads:
        senders: {type: send, queue: '${name}', count: 10, priority: 1, verify: true,
          message-log: ordinary.csv}
        urgent: {type: send, queue: '${name}', count: 10, rate: 50, priority: 9, verify: true}
        receivers: {type: receive, queue: '${name}', count: 20, verify: true,
          disconnect-every: 5, disconnect-for: 1s, message-log: received.csv}
      """,
      Feature::urgentFirst),
  EXPIRY(
      "`--expiry`",
      """
      set-up:
        - fill: {queue: '${name}', messages: 20, expiry: 1ms}
        - fill: {queue: '${name}', messages: 10}
      workloads:
        receivers: {type: receive, queue: '${name}'}
      run: {duration: 2s}
      """,
      played -> {
        ended(played);
        long done = played.done("receivers");
        assertThat(done).as("%s", played).isIn(10L, 30L);
        return done == 10 ? Outcome.YES : Outcome.ignored("delivers expired messages");
      }),
  ASYNC_SEND(
      "`--async-send`",
      """
      workloads:
        senders: {type: send, queue: '${name}', rate: 100, verify: true, async-send: 10}
        receivers: {type: receive, queue: '${name}', verify: true}
      run: {duration: 1s}
      """,
      Feature::allArrive),
  BROWSE(
      "`browse`",
      """
      set-up:
        - fill: {queue: '${name}', messages: 20}
      workloads:
        browsers: {type: browse, queue: '${name}', count: 20}
      """,
      played -> all(played, "browsers", 20)),
  DEPTH(
      "depth of queues",
      """
      set-up:
        - fill: {queue: '${name}', messages: 20}
      workloads:
        browsers: {type: browse, queue: '${name}', rate: 1}
      observers:
        depth: {queue: '${name}', provider: broker}
      steps:
        - wait: {observer: depth, at-least: 20}
          within: 10s
      """,
      played -> all(played, "browsers", 1)),
  KILLED(
      "`kill -9` and restart, `--verify`",
      """
      workloads:
        senders: {type: send, queue: '${name}', rate: 50, persistent: true, verify: true,
          commit-every: 5}
        receivers: {type: receive, queue: '${name}', verify: true, commit-every: 5,
          receive-timeout: 1s}
      run: {duration: 30s, interval: 1s}
      """,
      Feature::nothingIsLost);

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration BEFORE_THE_KILL = Duration.ofSeconds(2);

  private final String title;
  private final String plan;

  @SuppressWarnings("ImmutableEnumChecker") // judges keep nothing
  private final Judge judge;

  /** Holds what was played against what it is to show. */
  @FunctionalInterface
  interface Judge {
    Outcome judge(Played played) throws Exception;
  }

  Feature(String title, String plan, Judge judge) {
    this.title = title;
    this.plan = plan;
    this.judge = judge;
  }

  String title() {
    return title;
  }

  /**
   * Plays it.
   *
   * @throws AssertionError if it neither works nor is refused in one line
   */
  Outcome see(Trial trial) throws Exception {
    String name =
        (plan.contains("topic:") ? "T." : "Q.") + name().toLowerCase(Locale.ROOT).replace('_', '.');
    String run = plan.contains("\nrun:") ? "" : "run: {duration: 15s, interval: 1s}\n";
    if (this == KILLED && !trial.broker().isApart()) {
      return Outcome.ignored("ends with the program");
    }
    Played played =
        this == KILLED
            ? trial.play(name, plan, () -> killAndRestart(trial, name))
            : trial.play(name, plan + run);
    return played.exitCode() == 2 ? Outcome.refused(played.lines()) : judge.judge(played);
  }

  /** When messages have gone through it for a moment. */
  private static void killAndRestart(Trial trial, String name) throws Exception {
    Path output = trial.output(name);
    boolean up =
        Eventually.holds(PATIENCE, () -> Files.readString(output).contains("all workers are up"));
    assertThat(up).as(Files.readString(output)).isTrue();
    Thread.sleep(BEFORE_THE_KILL.toMillis());
    trial.broker().kill();
    trial.broker().start();
  }

  /** Whatever the kill interrupted: it goes on, and what is known to be sent arrives once. */
  private static Outcome nothingIsLost(Played played) throws Exception {
    JSONObject delivery = played.delivery("receivers");
    for (String fault : List.of("lost", "notArrived", "duplicates", "corrupt")) {
      assertThat(delivery.getLong(fault)).as("%s: %s", fault, played).isZero();
    }
    assertThat(delivery.getLong("checked")).as("%s", played).isGreaterThan(250);
    return Outcome.YES;
  }

  private static void ended(Played played) {
    assertThat(played.exitCode()).as("%s", played).isZero();
  }

  private static Outcome all(Played played, String workload, long count) throws Exception {
    ended(played);
    assertThat(played.done(workload)).as("%s", played).isGreaterThanOrEqualTo(count);
    return Outcome.YES;
  }

  private static Outcome allArrive(Played played) throws Exception {
    ended(played);
    assertThat(played.done("senders")).as("%s", played).isGreaterThanOrEqualTo(50);
    return all(played, "receivers", played.done("senders"));
  }

  private static Outcome delayed(Played played) throws Exception {
    all(played, "receivers", 5);
    double least =
        played
            .summary("receivers")
            .getJSONObject("latencyMillis")
            .getJSONObject("end-to-end")
            .getDouble("p50");
    return least > 900 ? Outcome.YES : Outcome.ignored("delivers delayed messages at once");
  }

  /** After it has come back with all of them there, the receiver gets the urgent ones first. */
  private static Outcome urgentFirst(Played played) throws Exception {
    if (played.exitCode() == 1 && played.done("receivers") == 5) {
      return Outcome.ignored("keeps what a consumer had prefetched when it was closed");
    }
    all(played, "receivers", 20);
    Set<String> ordinary = Set.copyOf(senders(played, "ordinary.csv"));
    List<String> second = senders(played, "received.csv").subList(5, 10);
    return second.stream().noneMatch(ordinary::contains)
        ? Outcome.YES
        : Outcome.ignored("keeps the order of sending, unless the broker is set up for priorities");
  }

  /** The senders of the messages in a log, in its order. */
  private static List<String> senders(Played played, String log) throws IOException {
    return Files.readAllLines(played.folder().resolve(log)).stream()
        .skip(1)
        .map(line -> line.substring(line.lastIndexOf(',') + 1))
        .toList();
  }
}
