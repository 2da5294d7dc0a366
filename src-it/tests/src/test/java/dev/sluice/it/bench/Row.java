package dev.sluice.it.bench;

import static dev.sluice.core.time.Nanos.NANOS_PER_MICRO;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.result.Summary;
import java.time.Duration;
import java.util.Locale;

/**
 * One line of the table.
 *
 * @param server who served
 * @param pairs senders, and receivers
 * @param unlimited whether they went as fast as they could
 * @param connecting what it took until all were connected
 * @param summary what the client did
 * @param serverCpu processor time of the server in the measured part
 */
record Row(
    String server,
    int pairs,
    boolean unlimited,
    Connecting connecting,
    Summary summary,
    Duration serverCpu) {

  static final String HEADING =
      String.join(
          "\n",
          "A call is a message sent or a message received. CPU is of the process in the column.",
          String.format(
              "%-10s %9s %6s | %-25s | %7s %7s | %-15s | %s",
              "", "", "", "connecting", "", "", "CPU us per call", "cores used"),
          String.format(
              "%-10s %9s %6s | %7s %8s %8s | %7s %7s | %7s %7s | %6s %6s",
              "server", "workers", "pace", "elapsed", "client", "server", "sent/s", "got/s",
              "client", "server", "client", "server"));

  private static final double MILLIS_PER_SECOND = 1e3;

  @Override
  public String toString() {
    double seconds = summary.measuredNanos() / NANOS_PER_SECOND;
    double sent = iterations("senders");
    double got = iterations("receivers");
    double calls = sent + got;
    double clientNanos = summary.cpu().cores() * summary.measuredNanos();
    return String.format(
        Locale.ROOT,
        "%-10s %9s %6s | %5.1f s %6.2f s %6.2f s | %7.0f %7.0f | %7.0f %7.0f | %6.2f %6.2f",
        server,
        pairs + "+" + pairs,
        unlimited ? "none" : "fixed",
        connecting.elapsed().toMillis() / MILLIS_PER_SECOND,
        connecting.clientCpu().toMillis() / MILLIS_PER_SECOND,
        connecting.serverCpu().toMillis() / MILLIS_PER_SECOND,
        sent / seconds,
        got / seconds,
        clientNanos / calls / NANOS_PER_MICRO,
        serverCpu.toNanos() / calls / NANOS_PER_MICRO,
        summary.cpu().cores(),
        serverCpu.toNanos() / (seconds * NANOS_PER_SECOND));
  }

  private double iterations(String workload) {
    return summary.workloads().stream()
        .filter(each -> each.name().equals(workload))
        .mapToLong(each -> each.measured().counts().iterations())
        .sum();
  }
}
