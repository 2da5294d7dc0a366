package dev.sluice.mqsim.authority;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A channel authentication record.
 *
 * @param channel a name, or the beginning of one followed by {@code *}
 * @param type what it looks at
 * @param identity the address or the client's user that it is for; empty for BLOCKUSER
 * @param userSource what becomes of the client's user
 * @param user with {@link UserSource#MAP}: the user that the client gets
 * @param check whether the client must give a password; null = as the queue manager says
 * @param blocked with {@link Type#BLOCKUSER}: users, {@code *MQADMIN} for administrators
 */
public record ChannelRecord(
    String channel,
    Type type,
    String identity,
    UserSource userSource,
    String user,
    PasswordCheck check,
    List<String> blocked) {

  /** The later in this list, the more specific. */
  public enum Type {
    BLOCKUSER,
    ADDRESSMAP,
    USERMAP
  }

  /** Where the user of a channel comes from. */
  public enum UserSource {
    CHANNEL,
    MAP,
    NOACCESS
  }

  /** Those of a queue manager that crtmqm has made. */
  static final List<ChannelRecord> DEFAULTS =
      List.of(
          map("SYSTEM.ADMIN.SVRCONN", "*", UserSource.CHANNEL),
          map("SYSTEM.*", "*", UserSource.NOACCESS),
          new ChannelRecord(
              "*", Type.BLOCKUSER, "", UserSource.CHANNEL, "", null, List.of("*MQADMIN")));

  private static ChannelRecord map(String channel, String address, UserSource source) {
    return new ChannelRecord(channel, Type.ADDRESSMAP, address, source, "", null, List.of());
  }

  /** Whether both are about the same, so that one can take the other's place. */
  boolean replaces(ChannelRecord other) {
    return channel.equals(other.channel) && type == other.type && identity.equals(other.identity);
  }

  boolean isFor(String channelName) {
    return fits(channel, channelName);
  }

  /** Whether it maps this client. */
  boolean maps(String channelName, String address, String clientUser) {
    return isFor(channelName)
        && switch (type) {
          case ADDRESSMAP -> identity.equals("localhost") || fits(identity, address);
          case USERMAP -> fits(identity, clientUser);
          case BLOCKUSER -> false;
        };
  }

  private static boolean fits(String generic, String text) {
    return Pattern.matches("\\Q" + generic.replace("*", "\\E.*\\Q") + "\\E", text);
  }

  /** An explicit name counts more than a generic one, whatever the type. */
  int channelSpecificity() {
    return channel.endsWith("*") ? channel.length() : Integer.MAX_VALUE;
  }

  int identitySpecificity() {
    return identity.contains("*") ? identity.length() : Integer.MAX_VALUE;
  }
}
