/** A test plan as a file: what runs, what is done to it step by step, and what must come of it. */
package dev.sluice.control.scenario;
