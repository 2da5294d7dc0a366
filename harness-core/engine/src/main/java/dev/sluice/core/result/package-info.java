/** The results of a run: intervals, the summary, and the verdict on what limited it. */
package dev.sluice.core.result;
