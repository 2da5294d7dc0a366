package dev.sluice.mqsim.transmission;

/**
 * A message channel as it is defined. Immutable.
 *
 * @param name the same at both ends
 * @param type which end
 * @param cluster cluster that the channel belongs to; empty for senders and receivers
 * @param host where the other end listens, or, of a cluster receiver, this one
 * @param port the same
 * @param transmissionQueue that a sender takes messages from
 * @param batchSize most messages of a batch
 * @param heartbeatSeconds how long nothing may be heard before a sign of life is asked for; 0 = not
 * @param shortRetry how a lost connection is tried again at first
 * @param longRetry and after that
 */
public record ChannelDefinition(
    String name,
    Type type,
    String cluster,
    String host,
    int port,
    String transmissionQueue,
    int batchSize,
    int heartbeatSeconds,
    Retry shortRetry,
    Retry longRetry) {

  /** Which end of a channel. */
  public enum Type {
    SENDER("SDR"),
    RECEIVER("RCVR"),
    CLUSTER_SENDER("CLUSSDR"),
    CLUSTER_RECEIVER("CLUSRCVR");

    private final String keyword;

    Type(String keyword) {
      this.keyword = keyword;
    }

    /** The word for it in MQSC. */
    public String keyword() {
      return keyword;
    }

    boolean sends() {
      return this == SENDER || this == CLUSTER_SENDER;
    }
  }

  /**
   * Attempts to connect.
   *
   * @param count how many (SHORTRTY, LONGRTY)
   * @param seconds between them (SHORTTMR, LONGTMR)
   */
  public record Retry(int count, int seconds) {}

  /** The sender that a member of the cluster makes by itself for another member's receiver. */
  ChannelDefinition asClusterSender() {
    return new ChannelDefinition(
        name,
        Type.CLUSTER_SENDER,
        cluster,
        host,
        port,
        "SYSTEM.CLUSTER.TRANSMIT." + name,
        batchSize,
        heartbeatSeconds,
        shortRetry,
        longRetry);
  }
}
