/**
 * The command lines of JMSPerfHarness and MQ-CPH. A line is cut into options ({@link
 * dev.sluice.control.compat.OptionWords}), checked against the {@link
 * dev.sluice.control.compat.OptionCatalogue} of its tool, and turned into a command line of this
 * program ({@link dev.sluice.control.compat.Translation}), which is run like any other. The rows of
 * the catalogue say what an option becomes ({@link dev.sluice.control.compat.OptionEffect}); code
 * puts them in order, and says what depends on several options at once.
 */
package dev.sluice.control.compat;
