/** What the options of all subjects share: converters, rules, headings, names. */
package dev.sluice.control.cli.option;
