package dev.sluice.control.scenario.measure;

import java.util.Optional;

/**
 * A rate that a search tried in a window.
 *
 * @param search what the scenario calls the search
 * @param workload whose rate it is
 * @param sinceStartNanos when the window ended
 * @param ratePerSecond what was asked for, all workers together
 * @param window what was done
 * @param problem what was missed, if anything
 */
public record SearchedRate(
    String search,
    String workload,
    long sinceStartNanos,
    double ratePerSecond,
    IntervalSum window,
    Optional<String> problem) {}
