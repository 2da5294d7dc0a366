/**
 * What the members of a fleet say to each other, and what they may do because of it: state machines
 * without threads, network or clock of their own, which play in virtual time.
 *
 * <p>One {@link dev.sluice.control.fleet.protocol.Controller} tells each {@link
 * dev.sluice.control.fleet.protocol.Agent} the whole state it wants of it, until the agent says
 * that it has it. The rules:
 *
 * <ol>
 *   <li><b>The lock.</b> Whoever holds the hub's one lock is the controller. It leads in one {@link
 *       dev.sluice.control.fleet.protocol.Epoch}, higher than any that it hears of. An agent obeys
 *       the highest that it has heard of.
 *   <li><b>Leases.</b> An agent acts on its share until its lease ends, on its own clock: a lease
 *       after it sent the last heartbeat that the controller answered. The controller reckons from
 *       when it received that heartbeat, which is later, and adds what clocks may differ by. So it
 *       never takes an agent for stopped before it is.
 *   <li><b>Shrink before grow.</b> A workload's places are dealt to agents. Nobody may act on a
 *       place that was not there before while anybody may still act on a deal of fewer places than
 *       are then acted on.
 *   <li><b>Evidence.</b> An agent whose connection the hub has closed, although it was heard until
 *       then, is dead, and its places are free at once (unless leases are strict). Those of a
 *       silent one are free when its lease has run out.
 *   <li><b>Items.</b> An agent keeps what it has to tell until the run's end is confirmed, and
 *       sends what the controller has not; the controller takes each in its turn, once.
 *   <li><b>Take-over.</b> A controller that follows another waits for one lease, by any clock, from
 *       when it got the lock. Then nobody acts, whatever became of the other, and it deals all
 *       places again, to those that still hold the task.
 * </ol>
 */
package dev.sluice.control.fleet.protocol;
