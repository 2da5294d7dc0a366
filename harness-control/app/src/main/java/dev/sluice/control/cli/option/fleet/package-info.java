/** Options of a fleet: who its members are, and how long its leases last. */
package dev.sluice.control.cli.option.fleet;
