/** Translates the options of JMSPerfHarness, each group of letters in a class of its own. */
package dev.sluice.control.compat.perfharness;
