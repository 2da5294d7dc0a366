/** What workers do: send, receive, nothing. */
package dev.sluice.jms.worker;
