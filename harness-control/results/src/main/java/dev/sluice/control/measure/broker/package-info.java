/** What a broker says of itself beside what this process has counted. */
package dev.sluice.control.measure.broker;
