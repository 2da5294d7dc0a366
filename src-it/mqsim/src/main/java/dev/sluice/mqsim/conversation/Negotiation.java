package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.Compression;
import dev.sluice.mqsim.codec.HeaderForm;
import dev.sluice.mqsim.codec.call.ChannelStatus;
import dev.sluice.mqsim.codec.call.InitialData;
import java.util.List;
import java.util.Optional;

/**
 * What a client and the simulator agree on.
 *
 * @param initialData the values agreed on
 */
record Negotiation(InitialData initialData) {

  /** Longest segment the simulator sends or takes. */
  static final int MAX_SEGMENT_BYTES = 32748;

  /** The protocol level the simulator speaks; also observed to work: 10 and 13. */
  private static final int HIGHEST_LEVEL = 17;

  private static final int LOWEST_LEVEL = 9;
  private static final int SMALLEST_SEGMENT_LIMIT = 1024;

  /** Why the client cannot be served; empty if it can. */
  static Optional<ChannelStatus> refusal(InitialData client, Hub hub) {
    String channel = client.channelName();
    if (!channel.equals(hub.settings().channelName())
        && hub.queueManager().security().userOfChannel(channel).isEmpty()) {
      return Optional.of(ChannelStatus.NO_CHANNEL);
    }
    if (client.level() < LOWEST_LEVEL || client.maxSegmentBytes() < SMALLEST_SEGMENT_LIMIT) {
      return Optional.of(ChannelStatus.PROTOCOL_LEVEL);
    }
    return Optional.empty();
  }

  /**
   * The smaller of what both sides offer; of heartbeat intervals the larger, unless one is 0, which
   * means none.
   */
  static Negotiation agree(InitialData client, ChannelSettings settings) {
    int conversations =
        Math.max(0, Math.min(client.sharedConversations(), settings.sharedConversations()));
    return new Negotiation(
        new InitialData(
            Math.min(client.level(), HIGHEST_LEVEL),
            Math.min(client.maxSegmentBytes(), MAX_SEGMENT_BYTES),
            Math.min(client.maxMessageBytes(), settings.maxMessageBytes()),
            client.channelName(),
            client.heartbeatSeconds() <= 0 || settings.heartbeatSeconds() == 0
                ? 0
                : Math.max(client.heartbeatSeconds(), settings.heartbeatSeconds()),
            supported(client.headerCompression(), settings),
            supported(client.messageCompression(), settings),
            conversations,
            client.synchronousGets() && (conversations <= 1 || settings.synchronousGets())));
  }

  /** What the channel can, in the client's order; none if it can nothing of it. */
  private static List<Integer> supported(List<Integer> wanted, ChannelSettings settings) {
    List<Integer> agreed =
        wanted.stream()
            .filter(code -> code == InitialData.NO_COMPRESSION || settings.compresses(code))
            .toList();
    return agreed.isEmpty() ? List.of(InitialData.NO_COMPRESSION) : agreed;
  }

  /** How the data of messages is compressed; empty if it is not. */
  Optional<Compression> messageCompression() {
    int first = initialData.messageCompression().get(0);
    return first == InitialData.NO_COMPRESSION
        ? Optional.empty()
        : Optional.of(Compression.of(first));
  }

  boolean hasConversations() {
    return initialData.sharedConversations() > 0;
  }

  /** Header of what belongs to a conversation. */
  HeaderForm conversationForm() {
    return hasConversations() ? HeaderForm.TSHM : HeaderForm.TSH;
  }

  /** Header of what belongs to the socket. */
  HeaderForm socketForm() {
    return hasConversations() ? HeaderForm.TSHC : HeaderForm.TSH;
  }

  int maxConversations() {
    return Math.max(1, initialData.sharedConversations());
  }
}
