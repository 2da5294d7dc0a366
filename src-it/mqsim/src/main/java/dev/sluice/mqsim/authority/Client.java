package dev.sluice.mqsim.authority;

/**
 * Who wants to connect.
 *
 * @param channel by which channel
 * @param address from which address
 * @param user as whom
 * @param gavePassword whether with a password; the simulator takes any
 */
public record Client(String channel, String address, String user, boolean gavePassword) {}
