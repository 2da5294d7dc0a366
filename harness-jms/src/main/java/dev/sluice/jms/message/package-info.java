/** What is sent. */
package dev.sluice.jms.message;
