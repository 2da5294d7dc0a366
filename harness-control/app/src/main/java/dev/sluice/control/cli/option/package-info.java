/** Shared by the options of all subjects: converters, rules, headings, names. */
package dev.sluice.control.cli.option;
