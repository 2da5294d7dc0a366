package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyWorker;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.QueueManagerFlags;

/** How connections are made. */
final class ConnectionFlags {

  /** The tool's name where none is given. */
  static final String APPLICATION = "JMSPerfHarness";

  private ConnectionFlags() {}

  static void translate(GivenOptions given, LegacyWorker worker, NativeLine line) {
    QueueManagerFlags.credentials(given, line);
    given.addTo(line, "ro");
    ProviderKind kind = ProviderKind.of(given.text("pc"));
    String own = line.own("--provider").orElse("");
    if (QueueManagerFlags.isElsewhere(line) && !own.equals("jndi")) {
      leaveOutConnections(given);
      return;
    }
    if (own.equals("jndi") || (own.isEmpty() && !given.text("cf").isEmpty())) {
      jndi(given, kind, line);
    } else if (kind == ProviderKind.JNDI && own.isEmpty()) {
      throw new LegacyLineException(
          "Invalid parameter: -pc JNDI needs -cf, the name of a connection factory, and -ii and -iu"
              + " or -ipf; or -pc WebSphereMQ; or --provider in front of the line");
    } else {
      given.leaveOutModule("jndi");
      if (kind == ProviderKind.JNDI) { // the options in front say all; the line has no such letters
        given.leaveOutModule("JNDI");
        given.leaveOutModule("reconnect");
      } else {
        mq(given, worker, line);
      }
    }
  }

  private static void leaveOutConnections(GivenOptions given) {
    given.leaveOut("pc");
    for (String module : new String[] {"jndi", "JNDI", "mq", "WMB", "reconnect"}) {
      given.leaveOutModule(module);
    }
  }

  private static void jndi(GivenOptions given, ProviderKind kind, NativeLine line) {
    line.add("--provider", "jndi");
    given.addTo(line, "cf");
    if (given.text("ipf").isEmpty()) {
      given.addTo(line, "ii", "iu");
      if (kind == ProviderKind.JNDI) {
        given.addTo(line, "jf"); // which is another option with a queue manager
      }
    } else {
      given.addTo(line, "ipf");
      given.leaveOut("ii", "iu", "jf");
    }
    if (kind != ProviderKind.JNDI) {
      given.leaveOutModule("mq");
    }
  }

  private static void mq(GivenOptions given, LegacyWorker worker, NativeLine line) {
    QueueManagerFlags.translate(given, APPLICATION, line);
    if (given.text("jt").equals("mqb")) {
      bindings(given, line);
    } else {
      given.leaveOut("bt"); // a client has none
    }
    reconnect(given, worker, line);
    given.addTo(line, "jm", "jg", "jf", "jy", "js", "jv", "jrc");
    boolean temporary = worker.command().equals("request") && given.text("oq").isEmpty();
    for (String letters : new String[] {"jtm", "jtmp"}) {
      if (given.has(letters) || temporary) {
        given.addTo(line, letters);
      }
    }
  }

  private static void bindings(GivenOptions given, NativeLine line) {
    switch (given.text("bt")) {
      case "fp" -> line.property(QueueManagerFlags.FASTPATH_BINDING);
      case "is" -> line.property(QueueManagerFlags.ISOLATED_BINDING);
      default -> {
        // standard bindings
      }
    }
  }

  /** The reconnect timers set what the client does by themselves. */
  private static void reconnect(GivenOptions given, LegacyWorker worker, NativeLine line) {
    boolean automatic = worker.simpleName().equals("AutoReconnectTimer");
    if (automatic) {
      given.leaveOut("ar");
      line.add("--reconnect", "qmgr").add("--reconnect-timeout", "100000s");
    } else {
      QueueManagerFlags.reconnect("WMQ_CLIENT_RECONNECT", given, line);
    }
    if (worker.modules().contains("reconnect")) {
      QueueManagerFlags.secondHost(given, given.has("h2"), given.has("p2"), line);
    }
  }
}
