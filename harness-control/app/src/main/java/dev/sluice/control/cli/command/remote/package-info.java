/** Commands for a run in another process: its control, its screen. */
package dev.sluice.control.cli.command.remote;
