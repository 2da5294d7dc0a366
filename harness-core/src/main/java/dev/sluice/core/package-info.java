/**
 * The engine of the harness: pacing, workers, statistics and the life cycle of a run. It knows
 * nothing of JMS, of networks or of command lines.
 */
package dev.sluice.core;
