/** Which worker uses which destination. */
package dev.sluice.jms.destination;
