package dev.sluice.mqsim.cluster;

/**
 * One application on one member.
 *
 * @param instances JMS connections
 * @param conversations MQ connections: the JMS connections and their sessions
 */
public record ApplicationStatus(int instances, int conversations) {}
