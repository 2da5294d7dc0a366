/**
 * Where commands come from besides the command socket: a FIFO, a queue, a port that ends the run.
 */
package dev.sluice.control.source;
