/** Figures of whole runs, made from their intervals. */
package dev.sluice.control.results.figures;
