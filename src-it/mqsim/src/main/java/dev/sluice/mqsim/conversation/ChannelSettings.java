package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.Compression;
import io.netty.handler.ssl.SslContext;
import java.nio.ByteOrder;
import java.util.Set;

/**
 * What a client finds when it connects. Immutable.
 *
 * @param channelName the channel that is there without a definition
 * @param sharedConversations most conversations per socket; 0 = the protocol without conversations
 * @param synchronousGets whether there are some above one conversation per socket
 * @param heartbeatSeconds shortest heartbeat interval; a client that asks for a longer one gets it
 * @param maxMessageBytes longest message, property header included
 * @param compression what it can do about that clients ask for
 * @param refusedUsers users that are not authorised, whatever their password
 * @param byteOrder of what it says of itself; clients take it over
 * @param tls key and protocols of the channel; null = no TLS
 */
public record ChannelSettings(
    String channelName,
    int sharedConversations,
    boolean synchronousGets,
    int heartbeatSeconds,
    int maxMessageBytes,
    Set<Compression> compression,
    Set<String> refusedUsers,
    ByteOrder byteOrder,
    SslContext tls) {

  private static final String NAME = "[A-Za-z0-9._/%]{1,20}";

  public ChannelSettings {
    compression = Set.copyOf(compression);
    refusedUsers = Set.copyOf(refusedUsers);
    require(channelName.matches(NAME), "'%s' is not a channel name".formatted(channelName));
    require(
        sharedConversations >= 0 && sharedConversations <= 999_999_999,
        "shared conversations must lie between 0 and 999999999");
    require(
        heartbeatSeconds >= 0 && heartbeatSeconds <= 999_999,
        "heartbeat interval must lie between 0 and 999999 seconds");
    require(maxMessageBytes > 0, "longest message must be at least 1 byte");
  }

  private static void require(boolean condition, String complaint) {
    if (!condition) {
      throw new IllegalArgumentException(complaint);
    }
  }

  /** Whether a technique that a client offers is one of the channel's. */
  boolean compresses(int code) {
    return compression.stream().anyMatch(technique -> technique.code() == code);
  }

  /** Whether a user may not connect; user ids are not case sensitive. */
  boolean refuses(String user) {
    return refusedUsers.stream().anyMatch(user::equalsIgnoreCase);
  }
}
