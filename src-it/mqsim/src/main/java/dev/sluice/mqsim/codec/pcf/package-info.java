/** Programmable command formats (PCF): commands to a queue manager, its answers, its statistics. */
package dev.sluice.mqsim.codec.pcf;
