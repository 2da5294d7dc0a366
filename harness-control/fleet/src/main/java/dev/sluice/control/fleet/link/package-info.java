/**
 * The network of a fleet over TCP, by Netty: members find each other, notice each other's end and
 * carry messages, on connections that only those who know the fleet's secret can open.
 */
package dev.sluice.control.fleet.link;
