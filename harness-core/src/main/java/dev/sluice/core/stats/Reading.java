package dev.sluice.core.stats;

/**
 * The account of a workload as it stood at one moment.
 *
 * @param nanos when, by the workers' clock
 * @param counts all since the run started
 * @param asked what the rate asked for since then, fractions included
 * @param unfinished what was unfinished
 */
public record Reading(long nanos, Counts counts, double asked, Unfinished unfinished) {}
