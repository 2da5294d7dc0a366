/**
 * What is watched while a run goes on: blocked workers, and what keeps the harness from its time.
 */
package dev.sluice.core.run.watch;
