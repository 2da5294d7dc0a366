/**
 * Tracks messages between a sender and a receiver: stamps on what is sent, the check of what
 * arrives, and the time it took.
 */
package dev.sluice.jms.tracking;
