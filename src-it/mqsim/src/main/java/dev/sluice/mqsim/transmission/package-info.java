/**
 * Message channels: how messages get from one simulated queue manager to another, in the same
 * process or in another one on this machine.
 *
 * <p>What goes over the wire is this package's own ({@link dev.sluice.mqsim.transmission.Frame}),
 * not that of IBM MQ: a simulated queue manager talks to simulated queue managers only. What is
 * kept is what a study can see: transmission queues, batches, sequence numbers and what is in doubt
 * between the ends, heartbeats, retries and their counts, and the states of channels.
 *
 * <p>Thread contract: the ends of a queue manager's channels live on its event loop.
 */
package dev.sluice.mqsim.transmission;
