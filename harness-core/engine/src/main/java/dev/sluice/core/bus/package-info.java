/**
 * The way out of a run: what happens is dated, and told to every sink by a thread of the sink's
 * own, so that nobody who has something to tell waits for an output.
 */
package dev.sluice.core.bus;
