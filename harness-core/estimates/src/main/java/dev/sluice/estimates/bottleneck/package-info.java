/** What limits a rate, from variations that were measured and from what was observed meanwhile. */
package dev.sluice.estimates.bottleneck;
