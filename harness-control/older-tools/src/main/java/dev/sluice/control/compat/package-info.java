/**
 * The command lines of JMSPerfHarness and MQ-CPH. A line is cut into options ({@link
 * dev.sluice.control.compat.OptionWords}), checked against the {@link
 * dev.sluice.control.compat.OptionCatalogue} of its tool, and turned into a command line of this
 * program ({@link dev.sluice.control.compat.LegacyLine.Translation}), which is run like any other.
 * Two tables say what it becomes: the rows of the catalogue what one option becomes ({@link
 * dev.sluice.control.compat.OptionEffect}), those of the file {@code lines} in which order, and
 * what depends on several options at once ({@link dev.sluice.control.compat.LineRules}).
 */
package dev.sluice.control.compat;
