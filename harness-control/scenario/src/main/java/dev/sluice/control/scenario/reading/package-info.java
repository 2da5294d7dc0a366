/** The scenario as a file: from text to steps, with every mistake shown where it was made. */
package dev.sluice.control.scenario.reading;
