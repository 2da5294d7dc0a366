/** The messages of a fleet as bytes, and back. */
package dev.sluice.control.fleet.codec;
