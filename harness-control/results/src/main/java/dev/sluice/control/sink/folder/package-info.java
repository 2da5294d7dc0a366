/**
 * The folder a run leaves: written as the run goes by {@link
 * dev.sluice.control.sink.folder.RunFolder}, read again by {@link
 * dev.sluice.control.recorded.RecordedRun}.
 */
package dev.sluice.control.sink.folder;
