package dev.sluice.jms.provider.ibmmq.ccdt;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A client channel of a table. What the table leaves out is empty here.
 *
 * @param index its position in the table, from 0
 * @param channel the name of the channel
 * @param queueManager the queue manager or the group that applications ask for; empty for the
 *     default group
 * @param addresses tried in this order
 * @param weight {@code clientWeight}
 * @param affinity {@code affinity}
 * @param heartbeatSeconds {@code heartbeatInterval}
 * @param sharingConversations {@code sharingConversations}
 * @param maximumMessageBytes {@code maximumMessageLength}
 * @param cipherSpecification {@code cipherSpecification}; empty for no TLS
 */
public record CcdtEntry(
    int index,
    String channel,
    String queueManager,
    List<CcdtAddress> addresses,
    OptionalInt weight,
    Optional<CcdtAffinity> affinity,
    OptionalInt heartbeatSeconds,
    OptionalInt sharingConversations,
    OptionalInt maximumMessageBytes,
    String cipherSpecification) {

  /** The client's default for an entry without a weight. */
  private static final int DEFAULT_WEIGHT = 0;

  public CcdtEntry {
    addresses = List.copyOf(addresses);
  }

  /** Where it stands in the table. */
  public String place() {
    return "channel[" + index + "]";
  }

  /** The weight that the client uses. */
  public int effectiveWeight() {
    return weight.orElse(DEFAULT_WEIGHT);
  }

  /** The affinity that the client uses. */
  public CcdtAffinity effectiveAffinity() {
    return affinity.orElse(CcdtAffinity.DEFAULT);
  }

  /** Channel and addresses, in words. */
  public String describe() {
    return channel + "  " + String.join(", ", addresses.stream().map(Object::toString).toList());
  }
}
