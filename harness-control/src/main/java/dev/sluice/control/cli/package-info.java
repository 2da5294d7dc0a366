/**
 * The command line: one class per command, options shared through mixins. A command turns its
 * options into a {@link dev.sluice.core.run.RunSpec} and lets a {@link
 * dev.sluice.control.cli.HarnessProcess} run it.
 */
package dev.sluice.control.cli;
