/** What a scenario does to a run, step by step, and what it measures meanwhile. */
package dev.sluice.control.scenario.step;
