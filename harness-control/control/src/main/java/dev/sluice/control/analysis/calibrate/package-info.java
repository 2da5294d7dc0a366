/**
 * The capacity of the harness itself on a host: the real engine on workers that do nothing, with
 * its count read every 100 ms from outside.
 */
package dev.sluice.control.analysis.calibrate;
