/**
 * Queues and what is on them, without any network: messages, gets that wait, browsing, message
 * selectors.
 *
 * <p>Thread contract: one queue manager, with all its queues, is confined to one event loop. There
 * are no locks because there is nothing to share; a queue manager is as fast as one core, and
 * several spread over the cores. Time and timers come from a {@link dev.sluice.mqsim.queue.Timer},
 * so tests decide what time it is.
 */
package dev.sluice.mqsim.queue;
