/** Decisions between two sides by rounds of runs that take turns. */
package dev.sluice.control.analysis.gate;
