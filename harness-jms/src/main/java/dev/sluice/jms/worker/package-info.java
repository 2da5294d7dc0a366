/** The types of worker: send, receive, nothing. */
package dev.sluice.jms.worker;
