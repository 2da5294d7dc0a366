package dev.sluice.jms.provider.ibmmq;

import com.ibm.msg.client.jakarta.jms.JmsPropertyContext;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.jms.provider.ConfigurationException;
import jakarta.jms.JMSException;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A property of IBM's client, named by a constant of {@link WMQConstants} or by the constant's
 * value. Every queue gets the properties of destinations, whose names do not begin with {@code
 * XMSC_}; the connection factory gets all others.
 *
 * @param givenName the name as it was given
 * @param key what the client calls the property
 * @param value a text, a whole number, {@code true} or {@code false}, or whole numbers with commas
 */
record MqProperty(String givenName, String key, String value) {

  private static final String FACTORY_KEY_PREFIX = "XMSC_";
  private static final Pattern DESTINATION_KEY = Pattern.compile("[a-z]+[A-Za-z]*|CCSID");
  private static final Pattern URI = Pattern.compile("(queue|topic)://[^?]*[?].*");
  private static final Pattern INTEGER = Pattern.compile("-?\\d{1,10}");
  private static final Pattern BOOLEAN = Pattern.compile("true|false");

  /** Properties that the client takes as a collection of numbers. */
  private static final Set<String> COMPRESSION =
      Set.of(WMQConstants.WMQ_MSG_COMP, WMQConstants.WMQ_HEADER_COMP);

  /** Options of properties that are hidden, checked, or told in messages and to the broker. */
  static final Map<String, String> OPTIONS =
      Map.ofEntries(
          Map.entry(WMQConstants.PASSWORD, "--user"),
          Map.entry(WMQConstants.USERID, "--user"),
          Map.entry(WMQConstants.WMQ_CONNECTION_NAME_LIST, "--hosts"),
          Map.entry(WMQConstants.WMQ_HOST_NAME, "--host"),
          Map.entry(WMQConstants.WMQ_PORT, "--port"),
          Map.entry(WMQConstants.WMQ_CHANNEL, "--channel"),
          Map.entry(WMQConstants.WMQ_QUEUE_MANAGER, "--qmgr"),
          Map.entry(WMQConstants.WMQ_CCDTURL, "--ccdt"),
          Map.entry(WMQConstants.WMQ_CONNECTION_MODE, "--bindings"),
          Map.entry(WMQConstants.WMQ_APPLICATIONNAME, "--app-name"),
          Map.entry(WMQConstants.WMQ_SSL_CIPHER_SPEC, "--cipher"),
          Map.entry(WMQConstants.WMQ_SSL_CIPHER_SUITE, "--cipher"));

  private static final Pattern TAKES_AN_OBJECT =
      Pattern.compile("(?i).*(SOCKET_?FACTORY|LISTENER|OBSERVER|STORES_COL|CONNECTION_TAG)");

  /**
   * Finds the property.
   *
   * @param value its value, which may be the name of a constant too
   * @throws ConfigurationException if there is no such property, or it is a password
   */
  static MqProperty of(String name, String value) {
    Map<String, Object> constants = constants();
    String key = constants.get(name) instanceof String text ? text : name;
    boolean known =
        isPropertyName(key)
            && constants.entrySet().stream()
                .anyMatch(e -> e.getValue().equals(key) && isConstantOfProperty(e.getKey()));
    if (!known) {
      throw new ConfigurationException(
          "unknown IBM MQ property '"
              + name
              + "'"
              + suggestion(name, constants)
              + "; use the names of WMQConstants, such as WMQ_SHARE_CONV_ALLOWED");
    }
    if (OPTIONS.containsKey(key)) {
      throw new ConfigurationException(
          "IBM MQ property '" + name + "' cannot be set by name: use " + OPTIONS.get(key));
    }
    if (TAKES_AN_OBJECT.matcher(key).matches()) {
      throw new ConfigurationException(
          "IBM MQ property '" + name + "' takes a Java object and cannot be set as text");
    }
    return new MqProperty(name, key, meant(key, value, constants));
  }

  /**
   * Makes sure that the parameters of a destination's URI are some: the client ignores all others.
   *
   * @param destination its name, or its URI
   * @throws ConfigurationException if not
   */
  static void checkParameters(String destination) {
    if (!URI.matcher(destination).matches()) {
      return;
    }
    for (String parameter : destination.replaceFirst("[^?]*[?]", "").split("&")) {
      String name = parameter.replaceFirst("=.*", "");
      boolean known = DESTINATION_KEY.matcher(name).matches() && constants().containsValue(name);
      if (!known && !name.isEmpty()) {
        throw new ConfigurationException(
            destination + ": the client would ignore '" + name + "'; a known one is targetClient");
      }
    }
  }

  /** The value with what its constants stand for; only of a list each member is one. */
  private static String meant(String key, String value, Map<String, Object> constants) {
    if (!COMPRESSION.contains(key)) {
      return constants.getOrDefault(value, value).toString();
    }
    return Arrays.stream(value.split(",", -1))
        .map(String::strip)
        .map(member -> constants.getOrDefault(member, member).toString())
        .collect(Collectors.joining(","));
  }

  boolean ofFactory() {
    return key.startsWith(FACTORY_KEY_PREFIX);
  }

  boolean isTrue() {
    return value.equals("true");
  }

  /**
   * Sets the property. The client does not turn every text into what the property takes, and keeps
   * some as they are, so the kinds are tried in turn.
   *
   * @throws ConfigurationException if the value is not one it takes
   */
  void applyTo(JmsPropertyContext target) {
    boolean set = COMPRESSION.contains(key) ? takesList(target) : takesValue(target);
    if (!set) {
      throw new ConfigurationException(
          "IBM MQ property " + givenName + " cannot be " + shownValue() + expected());
    }
  }

  private boolean takesValue(JmsPropertyContext target) {
    return (INTEGER.matcher(value).matches()
            && takes(() -> target.setIntProperty(key, Integer.parseInt(value))))
        || (BOOLEAN.matcher(value).matches()
            && takes(() -> target.setBooleanProperty(key, Boolean.parseBoolean(value))))
        || takes(() -> target.setStringProperty(key, value));
  }

  /** The techniques in the order in which the queue manager is asked for them. */
  private boolean takesList(JmsPropertyContext target) {
    List<String> members = Arrays.stream(value.split(",", -1)).map(String::strip).toList();
    return members.stream().allMatch(member -> INTEGER.matcher(member).matches())
        && takes(
            () -> target.setObjectProperty(key, members.stream().map(Integer::valueOf).toList()));
  }

  private String expected() {
    return switch (key) {
      case WMQConstants.WMQ_MSG_COMP ->
          "; it takes one or more of WMQ_COMPMSG_RLE, WMQ_COMPMSG_ZLIBFAST, "
              + "WMQ_COMPMSG_ZLIBHIGH and others, separated by commas";
      case WMQConstants.WMQ_HEADER_COMP -> "; it takes WMQ_COMPHDR_SYSTEM or WMQ_COMPHDR_NONE";
      default -> "";
    };
  }

  private interface Setting {
    void set() throws JMSException;
  }

  /** The client says no by an exception of its own, or by a cast that fails. */
  private static boolean takes(Setting setting) {
    try {
      setting.set();
      return true;
    } catch (JMSException | ClassCastException | NumberFormatException e) {
      return false;
    }
  }

  private String shownValue() {
    String name = key.toUpperCase(Locale.ROOT);
    boolean secret = name.contains("SECRET") || name.contains("PASSWORD") || name.contains("INIT");
    return secret ? "what was given" : "'" + value + "'";
  }

  /** Constants of the client's public API that are texts or whole numbers, by name. */
  private static Map<String, Object> constants() {
    Map<String, Object> constants = new HashMap<>();
    for (Field field : WMQConstants.class.getFields()) {
      try {
        Object value = field.get(null);
        if (value instanceof String || value instanceof Integer) {
          constants.put(field.getName(), value);
        }
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("a public constant that is not public: " + field, e);
      }
    }
    return constants;
  }

  private static boolean isConstantOfProperty(String constant) {
    return constant.startsWith("WMQ_")
        || constant.startsWith("TOKEN_")
        || constant.equals("USER_AUTHENTICATION_MQCSP")
        || constant.equals("ASYNC_EXCEPTIONS")
        || constant.equals("CLIENT_ID")
        || constant.equals("USERID")
        || constant.equals("PASSWORD");
  }

  private static boolean isPropertyName(String key) {
    return key.matches("XMSC_[A-Z0-9_]+") || DESTINATION_KEY.matcher(key).matches();
  }

  private static String suggestion(String name, Map<String, Object> constants) {
    String wanted = name.toUpperCase(Locale.ROOT).replaceFirst("^(WMQ_|XMSC_WMQ_|XMSC_)", "");
    String alike =
        constants.entrySet().stream()
            .filter(e -> e.getValue() instanceof String key && isPropertyName(key))
            .map(Map.Entry::getKey)
            .filter(MqProperty::isConstantOfProperty)
            .filter(
                constant ->
                    constant.replace("_", "").contains(wanted.replace("_", ""))
                        && !wanted.isEmpty())
            .sorted()
            .limit(3)
            .collect(Collectors.joining(", "));
    return alike.isEmpty() ? "" : "; did you mean " + alike + "?";
  }
}
