/** The other end of the command socket: one command to many runs, and what each answered. */
package dev.sluice.control.endpoint.client;
