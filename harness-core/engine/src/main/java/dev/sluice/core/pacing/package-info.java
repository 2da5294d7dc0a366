/**
 * Pacing: when each iteration of each worker is due, and the wait for it.
 *
 * <p>A {@link dev.sluice.core.pacing.RateCurve} says how many iterations are due by time t, N(t). A
 * {@link dev.sluice.core.pacing.Schedule} strings curves together, each starting where the last one
 * stood in time and in N. The {@link dev.sluice.core.pacing.LiveRate} holds the live schedule of a
 * workload; each worker's {@link dev.sluice.core.pacing.Pacer} reads it and waits. All workers of a
 * workload share one N(t) and differ only in their {@link dev.sluice.core.pacing.ArrivalSequence},
 * so a total is exact without a shared counter.
 */
package dev.sluice.core.pacing;
