package dev.sluice.mqsim.manager;

/**
 * A local definition of a remote queue (QREMOTE).
 *
 * @param remoteQueue its name there (RNAME)
 * @param remoteQueueManager where it is (RQMNAME)
 * @param transmissionQueue the way there (XMITQ); empty = the one named like the queue manager
 */
public record RemoteDefinition(
    String remoteQueue, String remoteQueueManager, String transmissionQueue) {}
