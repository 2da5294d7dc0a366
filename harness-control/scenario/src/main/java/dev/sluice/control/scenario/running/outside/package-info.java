/** The world around a run: local commands and processes, admin ports, other harness processes. */
package dev.sluice.control.scenario.running.outside;
