/** A run on the console: a line per interval, events, a progress bar, the summary. */
package dev.sluice.control.sink.console;
