/**
 * The program: its arguments, its exit code. {@link dev.sluice.control.cli.command} has one class
 * per command; options that commands share are mixins, by subject, in {@link
 * dev.sluice.control.cli.option}.
 */
package dev.sluice.control.cli;
