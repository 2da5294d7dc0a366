/**
 * Statistics as the older tools print them, line for line, so that what cuts their output to pieces
 * goes on working.
 */
package dev.sluice.control.sink.legacy;
