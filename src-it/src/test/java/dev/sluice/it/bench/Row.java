package dev.sluice.it.bench;

import dev.sluice.core.run.Summary;
import java.time.Duration;
import java.util.Locale;

/**
 * One line of the table.
 *
 * @param server who served
 * @param pairs senders, and receivers
 * @param unlimited whether they went as fast as they could
 * @param connecting until all were connected
 * @param summary what the client did
 * @param serverCpu processor time of the server in the measured part
 */
record Row(
    String server,
    int pairs,
    boolean unlimited,
    Duration connecting,
    Summary summary,
    Duration serverCpu) {

  static final String HEADING =
      String.format(
          "%-10s %9s %6s %9s %9s %9s | %12s %12s | %8s %8s %s",
          "server",
          "workers",
          "pace",
          "connect",
          "sent/s",
          "got/s",
          "client us/m",
          "server us/m",
          "client",
          "server",
          "cores");

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  @Override
  public String toString() {
    double seconds = summary.measuredNanos() / NANOS_PER_SECOND;
    double sent = iterations("senders");
    double got = iterations("receivers");
    double calls = sent + got; // a message sent and received is one call of each
    double clientNanos = summary.cpu().cores() * summary.measuredNanos();
    return String.format(
        Locale.ROOT,
        "%-10s %9s %6s %7.1f s %9.0f %9.0f | %12.0f %12.0f | %8.2f %8.2f",
        server,
        pairs + "+" + pairs,
        unlimited ? "none" : "fixed",
        connecting.toMillis() / 1e3,
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
