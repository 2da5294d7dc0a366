/** Runs a scenario: its runs, its steps, its verdict. */
package dev.sluice.control.scenario.running;
