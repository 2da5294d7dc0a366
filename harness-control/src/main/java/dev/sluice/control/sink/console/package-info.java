/** What a person sees of a run: a line per interval, events, a progress bar, the summary. */
package dev.sluice.control.sink.console;
