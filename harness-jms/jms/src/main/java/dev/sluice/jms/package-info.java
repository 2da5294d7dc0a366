/**
 * Workers on JMS. {@code provider} says how a connection is obtained and what its failures mean,
 * {@code worker} what a worker does with one, {@code message} and {@code destination} what is sent
 * and where to.
 */
package dev.sluice.jms;
