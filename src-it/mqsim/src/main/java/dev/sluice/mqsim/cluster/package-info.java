/**
 * A group of simulated queue managers that behaves like a uniform cluster: members are started,
 * ended and killed, and application instances are balanced over the active ones.
 *
 * <p>Thread contract: {@link dev.sluice.mqsim.cluster.SimulatedCluster} may be used from any thread
 * but an event loop; each {@link dev.sluice.mqsim.cluster.Member} does everything on its own event
 * loop.
 */
package dev.sluice.mqsim.cluster;
