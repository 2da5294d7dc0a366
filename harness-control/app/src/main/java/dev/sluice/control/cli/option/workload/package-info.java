/** Options of workers: how many, how fast, and on which destinations. */
package dev.sluice.control.cli.option.workload;
