/** Options of a run: how long, where it is driven from, and what it prints and writes. */
package dev.sluice.control.cli.option.run;
