/** Translates the options of MQ-CPH. */
package dev.sluice.control.compat.cph;
