/** The commands, and the command line that they make. */
package dev.sluice.control.cli.command;
