package dev.sluice.control.compat;

import java.util.Locale;
import java.util.Map;

/** Translates the options of both tools about the connection to a queue manager. */
public final class QueueManagerFlags {

  /** The property that says how bindings run; its values are those of the MQCNO options. */
  public static final String FASTPATH_BINDING = "WMQ_CONNECT_OPTIONS=1";

  public static final String ISOLATED_BINDING = "WMQ_CONNECT_OPTIONS=512";

  private static final Map<String, String> RECONNECT =
      Map.of("", "any", "_AS_DEF", "as-def", "_Q_MGR", "qmgr", "_DISABLED", "disabled");

  private static final String OPTION = "--provider";
  private static final String PROVIDER = "ibmmq";

  private QueueManagerFlags() {}

  /** Whether the options in front of a line name another provider than that of queue managers. */
  public static boolean isElsewhere(NativeLine line) {
    return line.own(OPTION).filter(provider -> !provider.equals(PROVIDER)).isPresent();
  }

  /** The credentials. */
  public static void credentials(GivenOptions given, NativeLine line) {
    given.addTo(line, "us");
    if (given.text("pw").isEmpty()) {
      return;
    }
    if (given.text("us").isEmpty()) {
      throw new LegacyLineException("Invalid parameter: -us is missing, the user of -pw");
    }
    line.password(given.text("pw"));
    line.notice(
        "the password of -pw is visible in the list of processes; prefer the environment variable"
            + " SLUICE_PASSWORD");
  }

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
    line.add(OPTION, PROVIDER);
    boolean bindings = !transport.equals("mqc");
    String ccdt = given.text("ccdt");
    given.addTo(line, "jb");
    if (bindings) {
      line.add("--bindings");
      given.leaveOut("jh", "jp", "jc", "jl", "ccdt");
    } else if (!ccdt.isEmpty()) {
      given.addTo(line, "ccdt");
      given.leaveOut("jh", "jp", "jc", "jl"); // the table has them
    } else {
      given.addTo(line, "jh", "jp", "jc", "jl");
    }
    String name = given.text("an");
    line.add("--app-name", name.isEmpty() ? application : name);
  }

  /**
   * Translates the client's own reaction when a connection is lost.
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

  /**
   * Two places where a queue manager may be, tried in this order.
   *
   * @param wanted whether the workers go there
   * @param ownPort whether the second one has a port of its own
   */
  public static void secondHost(
      GivenOptions given, boolean wanted, boolean ownPort, NativeLine line) {
    if (!wanted || !given.text("ccdt").isEmpty()) {
      given.leaveOut("h2", "p2");
      return;
    }
    line.property(
        String.format(
            Locale.ROOT,
            "WMQ_CONNECTION_NAME_LIST=%s(%d),%s(%d)",
            given.text("jh"),
            given.within("jp", 0, 65_535),
            given.text("h2"),
            given.within(ownPort ? "p2" : "jp", 0, 65_535)));
  }
}
