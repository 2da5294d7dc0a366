package dev.sluice.it.bench;

import dev.sluice.core.run.watch.CpuMeter;
import java.time.Duration;

/**
 * The clocks at one moment.
 *
 * @param nanos time
 * @param clientCpuNanos processor time of this process
 * @param serverCpu processor time of the server
 */
record Reading(long nanos, long clientCpuNanos, Duration serverCpu) {

  static Reading now(Server server) {
    return new Reading(System.nanoTime(), CpuMeter.ofThisProcess().cpuNanos(), server.cpu());
  }

  Connecting since(Reading before) {
    return new Connecting(
        Duration.ofNanos(nanos - before.nanos),
        Duration.ofNanos(clientCpuNanos - before.clientCpuNanos),
        serverCpu.minus(before.serverCpu));
  }
}
