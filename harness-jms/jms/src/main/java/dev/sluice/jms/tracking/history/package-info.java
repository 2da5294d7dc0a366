/** Histories: what each worker sent and received, compactly, for a check after the run. */
package dev.sluice.jms.tracking.history;
