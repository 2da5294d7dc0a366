/**
 * The folder a run leaves: written as the run goes by {@link
 * dev.sluice.control.results.folder.RunFolder}, read again by {@link
 * dev.sluice.control.results.folder.RecordedRun}.
 */
package dev.sluice.control.results.folder;
