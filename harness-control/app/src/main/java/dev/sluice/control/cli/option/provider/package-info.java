/** Options of a provider and of the connections and sessions that it makes. */
package dev.sluice.control.cli.option.provider;
