package dev.sluice.control.scenario.running;

import java.time.Duration;

/**
 * How far a scenario is.
 *
 * @param set which of its sets of workloads is under way
 * @param step the number of the step that is, from 0; that of all if there is none
 * @param inStep how long that has lasted
 */
public record Position(int set, int step, Duration inStep) {}
