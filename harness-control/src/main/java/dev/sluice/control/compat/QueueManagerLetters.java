package dev.sluice.control.compat;

import java.util.Locale;
import java.util.Map;

/** The options of both tools about the connection to a queue manager. */
public final class QueueManagerLetters {

  /** Values of the property WMQ_CONNECT_OPTIONS, those of MQCNO options. */
  public static final int FASTPATH_BINDING = 1;

  public static final int ISOLATED_BINDING = 0x200;

  private static final Map<String, String> RECONNECT =
      Map.of("", "any", "_AS_DEF", "as-def", "_Q_MGR", "qmgr", "_DISABLED", "disabled");

  private QueueManagerLetters() {}

  /**
   * Where it is, who asks, and over what.
   *
   * @param application what the application is called if it has no name
   */
  public static void translate(GivenOptions given, String application, NativeLine line) {
    String transport = given.text("jt");
    if (transport.startsWith("ip")) {
      throw new LegacyLineException(
          "-jt " + transport + " is out of scope: the connection to a broker before version 7");
    }
    boolean bindings = !transport.equals("mqc");
    String ccdt = given.text("ccdt");
    line.add("--qmgr", given.text("jb"));
    if (bindings) {
      line.add("--bindings");
      given.leaveOut("jh", "jp", "jc", "jl", "ccdt");
    } else if (!ccdt.isEmpty()) {
      line.add("--ccdt", ccdt);
      given.leaveOut("jh", "jp", "jc", "jl"); // the table has them
    } else {
      line.add("--host", given.text("jh"))
          .add("--port", given.port("jp"))
          .add("--channel", given.text("jc"))
          .addUnlessEmpty("--cipher", given.text("jl"));
    }
    String name = given.text("an");
    line.add("--app-name", name.isEmpty() ? application : name);
  }

  /**
   * What the client does by itself when a connection is lost.
   *
   * @param prefix what the names of {@code -ar} begin with
   */
  public static void reconnect(String prefix, GivenOptions given, NativeLine line) {
    String value = given.text("ar").toUpperCase(Locale.ROOT);
    if (value.isEmpty()) {
      return;
    }
    String mode = value.startsWith(prefix) ? RECONNECT.get(value.substring(prefix.length())) : null;
    if (mode == null) {
      throw new LegacyLineException(
          String.format(
              "Invalid parameter: -ar '%s': %2$s, %2$s_AS_DEF, %2$s_Q_MGR or %2$s_DISABLED",
              given.text("ar"), prefix));
    }
    line.add("--reconnect", mode);
  }

  /** Two places where a queue manager may be, tried in this order. */
  public static void secondHost(GivenOptions given, int secondPort, NativeLine line) {
    line.property(
        "WMQ_CONNECTION_NAME_LIST",
        given.text("jh")
            + "("
            + given.port("jp")
            + "),"
            + given.text("h2")
            + "("
            + secondPort
            + ")");
  }
}
