/** The types of worker, what they have in common, and how a requester finds its answers. */
package dev.sluice.jms.worker;
