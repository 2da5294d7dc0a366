/** The commands about the channel tables of one provider, IBM MQ. */
package dev.sluice.control.cli.command.ccdt;
