/** Client channel definition tables of IBM MQ, as far as the harness needs to understand them. */
package dev.sluice.jms.ccdt;
