/** The message that is sent. */
package dev.sluice.jms.message;
