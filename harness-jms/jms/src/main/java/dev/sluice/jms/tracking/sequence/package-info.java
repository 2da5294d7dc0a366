/** Sequence numbers: which were sent, which arrived, which are missing and which came twice. */
package dev.sluice.jms.tracking.sequence;
