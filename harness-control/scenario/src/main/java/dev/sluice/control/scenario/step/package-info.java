/** Controls a run by a scenario, step by step. */
package dev.sluice.control.scenario.step;
