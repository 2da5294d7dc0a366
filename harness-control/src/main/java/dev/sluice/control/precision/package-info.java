/** How well the figures of a workload are known: its intervals as batches, and their errors. */
package dev.sluice.control.precision;
