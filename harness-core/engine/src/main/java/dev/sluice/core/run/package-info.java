/**
 * A run: workloads started together, measured on one clock, and changed while they go on through
 * {@link dev.sluice.core.run.RunControl}, the one place where commands mean something.
 */
package dev.sluice.core.run;
