/** What limits a plan: its variations, what a run of one says, and the answer. */
package dev.sluice.control.explain;
