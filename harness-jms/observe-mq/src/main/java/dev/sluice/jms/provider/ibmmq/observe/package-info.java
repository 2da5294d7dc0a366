/**
 * What queue managers say of themselves: answers to inquiries in PCF, and the resource statistics
 * that they publish.
 */
package dev.sluice.jms.provider.ibmmq.observe;
