/** Commands that are a process with one workload. */
package dev.sluice.control.cli.command.workload;
