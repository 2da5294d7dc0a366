/** The ways in that the older tools had: a named pipe, a queue, and a port that ends the run. */
package dev.sluice.control.endpoint.legacy;
