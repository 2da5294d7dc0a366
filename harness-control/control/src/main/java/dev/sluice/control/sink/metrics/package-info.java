/**
 * The run as Prometheus metrics over HTTP, fed from interval snapshots only, so that a scrape costs
 * the workers nothing and agrees with the console line of the same interval.
 */
package dev.sluice.control.sink.metrics;
