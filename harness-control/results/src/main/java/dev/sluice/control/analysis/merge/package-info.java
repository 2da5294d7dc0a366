/** Runs of several processes or hosts joined into one: histograms and rates added. */
package dev.sluice.control.analysis.merge;
