package dev.sluice.jms.provider.ibmmq.ccdt;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.json.JSONObject;

/**
 * A client channel definition in a CCDT. What the table leaves out is empty here.
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
 * @param certificateLabel {@code certificateLabel}; empty for none
 */
public record CcdtEntry(
    int index,
    String channel,
    String queueManager,
    List<Address> addresses,
    OptionalInt weight,
    Optional<Affinity> affinity,
    OptionalInt heartbeatSeconds,
    OptionalInt sharingConversations,
    OptionalInt maximumMessageBytes,
    String cipherSpecification,
    String certificateLabel) {

  /** The client's default for an entry without a weight. */
  private static final int DEFAULT_WEIGHT = 0;

  /**
   * A listener's address.
   *
   * @param host name or address, empty if the table gives none
   * @param port as the table has it, {@link #DEFAULT_PORT} if it gives none
   */
  public record Address(String host, int port) {

    /** The port that the client dials when an address has none. */
    public static final int DEFAULT_PORT = 1414;

    private static final int MAX_PORT = 65_535;

    private static final Pattern HOST =
        Pattern.compile("[\\p{L}\\p{N}._-]+|\\[?(?=[^:]*:[^:]*:)[\\p{XDigit}:.]+(%[\\w.-]+)?]?");

    private static final Pattern IN_LIST = Pattern.compile("(.*?)\\s*\\((\\d{1,5})\\)");

    /**
     * A connection name list: {@code host(port),host(port)}. Blanks count nowhere; to the client,
     * one before a comma would drop the host before it.
     */
    public static List<Address> list(String names) {
      return Stream.of(names.split(",", -1)).map(name -> ofList(name.strip())).toList();
    }

    private static Address ofList(String name) {
      Matcher parts = IN_LIST.matcher(name);
      return parts.matches()
          ? new Address(parts.group(1), Integer.parseInt(parts.group(2)))
          : new Address(name, DEFAULT_PORT);
    }

    /** Why the host cannot be one, in words; empty if it can. */
    public Optional<String> wrongHost() {
      String bare = host.strip(); // the client ignores blanks around it
      if (HOST.matcher(bare).matches()) {
        return Optional.empty();
      }
      String from = bare.replaceFirst("[\\p{L}\\p{N}._-]*", "");
      String why = from.isEmpty() ? "" : ": no host has " + from.charAt(0);
      return Optional.of("'" + host + "' is not a host" + why);
    }

    /** Why the port cannot be one, in words; empty if it can. */
    public Optional<String> wrongPort() {
      return port < 1 || port > MAX_PORT
          ? Optional.of(port + " is not a valid port: 1 to " + MAX_PORT)
          : Optional.empty();
    }

    /** As IBM MQ writes connection names. */
    @Override
    public String toString() {
      return host + "(" + port + ")";
    }
  }

  /** Whether connections of one process draw their entry again. */
  public enum Affinity {
    /** Every connection draws again, by weight. */
    NONE,
    /** All connections of a process, and of a host, use the same order of entries. */
    PREFERRED;

    /** The client's default for an entry that does not say. */
    public static final Affinity DEFAULT = PREFERRED;

    /** As tables write it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

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
  public Affinity effectiveAffinity() {
    return affinity.orElse(Affinity.DEFAULT);
  }

  /** By hand, because the JSON library keeps keys in no order that people could read or compare. */
  String json() {
    String connections =
        addresses.stream()
            .map(at -> "{" + text("host", at.host()) + ", \"port\": " + at.port() + "}")
            .collect(Collectors.joining(", ", "\"connection\": [", "]"));
    return Stream.of(
            text("name", channel),
            text("type", "clientConnection"),
            object("clientConnection", connections, text("queueManager", queueManager)),
            object(
                "connectionManagement",
                affinity.map(it -> text("affinity", it.word())).orElse(""),
                number("clientWeight", weight),
                number("heartbeatInterval", heartbeatSeconds),
                number("sharingConversations", sharingConversations)),
            object("general", number("maximumMessageLength", maximumMessageBytes)),
            object(
                "transmissionSecurity",
                cipherSpecification.isEmpty()
                    ? ""
                    : text("cipherSpecification", cipherSpecification),
                certificateLabel.isEmpty() ? "" : text("certificateLabel", certificateLabel)))
        .filter(member -> !member.isEmpty())
        .collect(Collectors.joining(",\n      ", "    {\n      ", "\n    }"));
  }

  private static String text(String key, String value) {
    return "\"" + key + "\": " + JSONObject.quote(value);
  }

  private static String number(String key, OptionalInt value) {
    return value.isEmpty() ? "" : "\"" + key + "\": " + value.getAsInt();
  }

  /** Empty without members. */
  private static String object(String key, String... members) {
    String content =
        Stream.of(members)
            .filter(member -> !member.isEmpty())
            .collect(Collectors.joining(",\n        "));
    return content.isEmpty() ? "" : "\"" + key + "\": {\n        " + content + "\n      }";
  }
}
