/** What a scenario does to a run, step by step. */
package dev.sluice.control.scenario.step;
