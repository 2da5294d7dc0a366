/** The relay that stamps messages on the wire, with real clients and with bytes made by hand. */
package dev.sluice.it.witness;
