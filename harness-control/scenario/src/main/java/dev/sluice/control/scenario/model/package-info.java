/** A scenario as data: providers, workloads, processes, observers, objectives and steps. */
package dev.sluice.control.scenario.model;
