package dev.sluice.mqsim.conversation;

/**
 * A connection of an application: a JMS connection has one, and each of its sessions another.
 *
 * @param id that the queue manager gave it, in hexadecimal digits
 * @param application that it names
 * @param user as whom it works
 * @param channel by which it came
 * @param address where the client is
 */
public record ClientConnection(
    String id, String application, String user, String channel, String address) {}
