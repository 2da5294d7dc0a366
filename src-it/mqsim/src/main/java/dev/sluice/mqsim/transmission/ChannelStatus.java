package dev.sluice.mqsim.transmission;

/**
 * An end of a channel as it is now. Immutable.
 *
 * @param messages moved for good, since the queue manager was made
 * @param batches the same
 * @param retries attempts to connect that failed and connections that broke; 0 of a receiver
 * @param shortRetriesLeft at short intervals; 0 of a receiver
 * @param longRetriesLeft at long intervals; 0 of a receiver
 */
public record ChannelStatus(
    String name,
    ChannelDefinition.Type type,
    ChannelState state,
    long messages,
    long batches,
    long retries,
    int shortRetriesLeft,
    int longRetriesLeft) {}
