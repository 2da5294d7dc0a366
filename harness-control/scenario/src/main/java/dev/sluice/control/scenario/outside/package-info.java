/**
 * The world around a run: local commands and processes, admin ports, other harness processes, and
 * what is observed of it.
 */
package dev.sluice.control.scenario.outside;
