/** The texts that a run leaves: names of files, JSON, comma-separated values, histogram logs. */
package dev.sluice.control.format;
