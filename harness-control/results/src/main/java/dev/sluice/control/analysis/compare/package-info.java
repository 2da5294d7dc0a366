/** Runs compared with each other, and runs joined. */
package dev.sluice.control.analysis.compare;
