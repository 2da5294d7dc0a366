/**
 * Statistics: counters and histograms that each worker writes alone, and the one collector that
 * turns them into immutable interval snapshots for every reporter.
 */
package dev.sluice.core.stats;
