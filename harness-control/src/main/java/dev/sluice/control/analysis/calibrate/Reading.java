package dev.sluice.control.analysis.calibrate;

/**
 * A count at a time.
 *
 * @param nanos a clock reading
 * @param iterations the count then
 */
record Reading(long nanos, long iterations) {}
