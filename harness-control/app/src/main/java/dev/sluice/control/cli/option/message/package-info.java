/** Options of what is sent and of what is received and checked. */
package dev.sluice.control.cli.option.message;
