/** Figures of a stretch of a run, and what they are held against. */
package dev.sluice.control.scenario.judge;
