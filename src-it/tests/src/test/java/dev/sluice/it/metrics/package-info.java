/** The dashboard and the alert rules against the metrics of a real run. */
package dev.sluice.it.metrics;
