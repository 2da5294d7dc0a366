/** Any broker whose connection factory can be looked up. */
package dev.sluice.jms.provider.jndi;
