/**
 * The network of a fleet: JGroups finds members, notices their end and carries messages, on
 * connections that only those who know the fleet's secret can open.
 */
package dev.sluice.control.fleet.link;
