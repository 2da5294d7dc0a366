/**
 * A run or a scenario as a process: what it opens, which signals end it, and its exit code. Knows
 * no command line.
 */
package dev.sluice.control.process;
