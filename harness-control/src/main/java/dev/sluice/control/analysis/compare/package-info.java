/** Runs held against each other, and runs joined. */
package dev.sluice.control.analysis.compare;
