/**
 * A connection and its sessions, by either of the two JMS APIs: what workers work with. The
 * failures of both are those of the classic API.
 */
package dev.sluice.jms.session;
