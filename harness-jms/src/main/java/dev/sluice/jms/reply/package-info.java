/** How a requester finds the answers that are its own, and where a responder sends them. */
package dev.sluice.jms.reply;
