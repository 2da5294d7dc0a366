/**
 * The ways in: commands over a socket ({@code socket}, and {@code client}, its other end), out of a
 * FIFO, from a queue, and a port that ends the run.
 */
package dev.sluice.control.endpoint;
