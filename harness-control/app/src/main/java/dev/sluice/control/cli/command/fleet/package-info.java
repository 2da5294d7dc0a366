/** The commands of a fleet. */
package dev.sluice.control.cli.command.fleet;
