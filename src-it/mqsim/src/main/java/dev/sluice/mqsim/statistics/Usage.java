package dev.sluice.mqsim.statistics;

/**
 * What has been used of a machine, and of it by a queue manager. Times are counted from some moment
 * in the past and only grow.
 *
 * @param userTicks of all processors
 * @param systemTicks of all processors
 * @param ticks of all processors, idle ones included
 * @param load mean length of the run queue over a minute
 * @param memoryBytes of the machine
 * @param freeMemoryBytes of them
 * @param threadUserNanos of the thread that the queue manager runs on
 * @param threadSystemNanos of the same
 */
public record Usage(
    long userTicks,
    long systemTicks,
    long ticks,
    double load,
    long memoryBytes,
    long freeMemoryBytes,
    long threadUserNanos,
    long threadSystemNanos) {}
