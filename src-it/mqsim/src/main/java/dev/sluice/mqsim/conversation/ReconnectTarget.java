package dev.sluice.mqsim.conversation;

/** A queue manager that a client can be asked to reconnect to. */
public record ReconnectTarget(String queueManagerName, String queueManagerId) {}
