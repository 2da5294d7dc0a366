package dev.sluice.it.nemesis;

import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The load of a round.
 *
 * @param roundTrips requesters and responders rather than senders and receivers
 * @param commitEvery 0 without transactions
 */
record Setup(boolean roundTrips, boolean persistent, int commitEvery, int bodyBytes) {

  static final int WORKERS = 2;
  static final double PER_SECOND = 50;

  static Setup drawn(RandomGenerator random) {
    boolean roundTrips = random.nextInt(3) == 0;
    boolean persistent = random.nextInt(3) != 0;
    boolean transacted = random.nextBoolean();
    int batch = roundTrips || random.nextBoolean() ? 1 : 4;
    return new Setup(roundTrips, persistent, transacted ? batch : 0, 200 + random.nextInt(4000));
  }

  boolean transacted() {
    return commitEvery > 0;
  }

  String producers() {
    return roundTrips ? "requesters" : "senders";
  }

  String consumers() {
    return roundTrips ? "responders" : "receivers";
  }

  /** Where messages may be when all has ended. */
  List<String> queues() {
    return roundTrips ? List.of("NEMESIS", "ANSWERS") : List.of("NEMESIS");
  }

  /** Where the load begins. */
  String firstQueue() {
    return queues().get(0);
  }

  /** Messages that transactions under way may hold back. */
  int openAtMost() {
    return 2 * WORKERS * Math.max(0, commitEvery - 1);
  }

  String scenario(String provider, Path folder, int control) {
    String session =
        "provider: broker, start-retry: 5m, start-timeout: 5m, threads: "
            + WORKERS
            + (transacted() ? ", transacted: true, commit-every: " + commitEvery : "");
    String puts = ", size: " + bodyBytes + ", persistent: " + persistent;
    String rate = ", total-rate: " + PER_SECOND + ", catch-up: 200ms";
    String workloads =
        roundTrips
            ? workload(
                    "requesters",
                    "request",
                    "request-queue: NEMESIS, "
                        + session
                        + puts
                        + rate
                        + ", reply-queue: ANSWERS, receive-timeout: 4s",
                    folder)
                + workload(
                    "responders",
                    "respond",
                    "request-queue: NEMESIS, " + session + puts + ", receive-timeout: 1s",
                    folder)
            : workload("senders", "send", "queue: NEMESIS, " + session + puts + rate, folder)
                + workload(
                    "receivers",
                    "receive",
                    "queue: NEMESIS, " + session + ", receive-timeout: 1s",
                    folder);
    return """
    providers:
      broker: %s
    workloads:
    %srun: {id: nemesis, interval: 500ms, control: %d, out: '%s', stop-timeout: 60s}
    steps:
      - wait: 10h
    """
        .formatted(provider, workloads, control, folder.resolve("results"));
  }

  private static String workload(String name, String type, String keys, Path folder) {
    return "  %s: {type: %s, %s, verify: true, message-log: '%s'}%n"
        .formatted(name, type, keys, folder.resolve(name + ".csv"));
  }
}
