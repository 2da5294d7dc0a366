package dev.sluice.mqsim.conversation;

/**
 * A client's socket as an instance of the channel that it connected by.
 *
 * @param name of the channel
 * @param address where the client is
 * @param application that it names; empty until it has connected
 * @param user as whom it works
 * @param calls that it has made
 * @param startedMillis wall-clock time of its connection
 */
public record ClientChannel(
    String name,
    String address,
    String application,
    String user,
    int conversations,
    int maxConversations,
    int heartbeatSeconds,
    long calls,
    long startedMillis) {}
