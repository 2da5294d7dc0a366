package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.manager.QueueManager;

/**
 * What the connections of one running queue manager share.
 *
 * @param queueManager its objects
 * @param settings its channel
 * @param capacity its speed
 * @param instances the applications connected to it
 * @param flushes its pending network writes
 * @param delay how much later than it could it answers
 */
public record Hub(
    QueueManager queueManager,
    ChannelSettings settings,
    CapacityLimiter capacity,
    Instances instances,
    FlushBatch flushes,
    AnswerDelay delay) {}
