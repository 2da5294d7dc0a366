/**
 * JSON client channel definition tables of IBM MQ: what the client takes ({@link
 * dev.sluice.jms.provider.ibmmq.ccdt.CcdtParser}), what it makes of one ({@link
 * dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute}), what would go wrong with one ({@link
 * dev.sluice.jms.provider.ibmmq.ccdt.CcdtLint}), and new ones ({@link
 * dev.sluice.jms.provider.ibmmq.ccdt.CcdtPlan}).
 */
package dev.sluice.jms.provider.ibmmq.ccdt;
