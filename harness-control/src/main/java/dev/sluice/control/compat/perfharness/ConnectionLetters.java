package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.CredentialLetters;
import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyWorker;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.QueueManagerLetters;
import dev.sluice.control.compat.Times;

/** How connections are made. */
final class ConnectionLetters {

  /** What the tool is called where no name is given. */
  static final String APPLICATION = "JMSPerfHarness";

  private ConnectionLetters() {}

  static void translate(GivenOptions given, LegacyWorker worker, NativeLine line) {
    CredentialLetters.translate(given, line);
    given.leaveOut("ri");
    if (given.count("ro") > 0) {
      line.add("--start-retry", Times.seconds(given.count("ro")));
    }
    ProviderKind kind = ProviderKind.of(given.text("pc"));
    String own = line.own("--provider").orElse("");
    if (!own.isEmpty() && !own.equals("ibmmq") && !own.equals("jndi")) {
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
    line.addUnlessEmpty("--connection-factory", given.text("cf"));
    if (given.text("ipf").isEmpty()) {
      line.addUnlessEmpty("--jndi-factory", given.text("ii"));
      line.addUnlessEmpty("--jndi-url", given.text("iu"));
      if (kind == ProviderKind.JNDI) {
        line.addUnlessEmpty("--jndi-properties", given.text("jf"));
      }
    } else {
      line.add("--jndi-properties", given.text("ipf"));
      given.leaveOut("ii", "iu", "jf");
    }
    if (kind != ProviderKind.JNDI) {
      given.leaveOutModule("mq");
    }
  }

  private static void mq(GivenOptions given, LegacyWorker worker, NativeLine line) {
    line.add("--provider", "ibmmq");
    QueueManagerLetters.translate(given, APPLICATION, line);
    if (given.text("jt").equals("mqb")) {
      bindings(given, line);
    } else {
      given.leaveOut("bt"); // a client has none
    }
    reconnect(given, worker, line);
    if (given.has("jm") && !given.flag("jm")) {
      line.property("USER_AUTHENTICATION_MQCSP", false);
    }
    line.addIf(given.flag("jg"), "--target-client", "mq");
    line.addIf(given.flag("jf"), "--async-put");
    line.addIf(given.flag("jy"), "--read-ahead");
    if (given.flag("js")) {
      line.property("WMQ_PERSISTENCE", "WMQ_PER_NPHIGH");
    }
    if (given.whole("jv") > 0) {
      line.property("WMQ_PROVIDER_VERSION", given.whole("jv"));
    }
    if (!given.text("jrc").isEmpty()) {
      line.property("WMQ_RECEIVE_CONVERSION", given.text("jrc"));
    }
    boolean temporary = worker.command().equals("request") && given.text("oq").isEmpty();
    if (given.has("jtm") || temporary) {
      line.property("WMQ_TEMPORARY_MODEL", given.text("jtm"));
    }
    if (given.has("jtmp") || temporary) {
      line.property("WMQ_TEMP_Q_PREFIX", given.text("jtmp"));
    }
  }

  private static void bindings(GivenOptions given, NativeLine line) {
    switch (given.text("bt")) {
      case "fp" -> line.property("WMQ_CONNECT_OPTIONS", QueueManagerLetters.FASTPATH_BINDING);
      case "is" -> line.property("WMQ_CONNECT_OPTIONS", QueueManagerLetters.ISOLATED_BINDING);
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
      QueueManagerLetters.reconnect("WMQ_CLIENT_RECONNECT", given, line);
    }
    if (worker.modules().contains("reconnect")) {
      secondHost(given, line);
    }
  }

  private static void secondHost(GivenOptions given, NativeLine line) {
    if (given.has("h2") && given.text("ccdt").isEmpty()) {
      int port = given.has("p2") ? given.port("p2") : given.port("jp");
      QueueManagerLetters.secondHost(given, port, line);
    } else {
      given.leaveOut("h2", "p2");
    }
  }
}
