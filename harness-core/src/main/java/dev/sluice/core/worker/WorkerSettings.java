package dev.sluice.core.worker;

import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.Pacing;

/**
 * The settings of the workers of one workload.
 *
 * @param workload names the workers
 * @param factory makes them
 * @param arrivals how their iterations are spread along the rate
 * @param pacing what their iterations are due by
 * @param count iterations each does before it ends, 0 for no limit
 * @param disconnects when they disconnect and connect again
 * @param errorPolicy what a failure means
 * @param threads what they run on
 * @param start how they are started
 */
public record WorkerSettings(
    String workload,
    WorkerFactory factory,
    Arrivals arrivals,
    Pacing pacing,
    long count,
    Disconnects disconnects,
    ErrorPolicy errorPolicy,
    ThreadKind threads,
    StartSpec start) {}
