/** What the options of MQ-CPH mean. */
package dev.sluice.control.legacy.cph;
