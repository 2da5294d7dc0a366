/** What the options of MQ-CPH mean. */
package dev.sluice.control.compat.cph;
