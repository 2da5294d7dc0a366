package dev.sluice.mqsim.queue;

/**
 * Where a message on a transmission queue goes. A real queue manager writes it into a header before
 * the data; here it stands beside the message.
 *
 * @param queue its name at the other queue manager
 * @param queueManager the queue manager that it is addressed to, maybe not the next one
 */
public record RemoteAddress(String queue, String queueManager) {}
