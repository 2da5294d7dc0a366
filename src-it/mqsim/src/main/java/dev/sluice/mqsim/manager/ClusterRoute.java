package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.queue.LocalQueue;
import java.util.function.BooleanSupplier;

/**
 * A channel to another member of a queue manager cluster.
 *
 * @param queueManager that member
 * @param transmissionQueue of this channel alone
 * @param isRunning whether the channel runs now
 */
public record ClusterRoute(
    String queueManager, LocalQueue transmissionQueue, BooleanSupplier isRunning) {}
