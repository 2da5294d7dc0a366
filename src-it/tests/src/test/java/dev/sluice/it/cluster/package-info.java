/** The real harness on a simulated uniform cluster. */
package dev.sluice.it.cluster;
