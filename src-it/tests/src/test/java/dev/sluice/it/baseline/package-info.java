/** The plainest loop that does the same work, to compare the harness with. */
package dev.sluice.it.baseline;
