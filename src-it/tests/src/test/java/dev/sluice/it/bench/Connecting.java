package dev.sluice.it.bench;

import java.time.Duration;

/**
 * What it took until all workers were connected.
 *
 * @param elapsed time
 * @param clientCpu processor time of the client
 * @param serverCpu processor time of the server
 */
record Connecting(Duration elapsed, Duration clientCpu, Duration serverCpu) {}
