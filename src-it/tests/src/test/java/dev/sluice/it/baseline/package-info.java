/** What the harness is held against: the plainest loop that does the same work. */
package dev.sluice.it.baseline;
