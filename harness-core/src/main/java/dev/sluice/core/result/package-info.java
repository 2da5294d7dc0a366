/** What a run has to show: intervals, the summary, and the verdict on what limited it. */
package dev.sluice.core.result;
