/**
 * The commands that people and programs give to a run: a line becomes a {@link
 * dev.sluice.control.command.Command}, which is carried out on a {@link
 * dev.sluice.core.run.RunControl} and answered in lines. Every endpoint uses this one set.
 */
package dev.sluice.control.command;
