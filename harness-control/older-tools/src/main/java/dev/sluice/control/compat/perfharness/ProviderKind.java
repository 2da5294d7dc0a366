package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.LegacyLineException;
import java.util.List;
import java.util.Map;

/** The providers that {@code -pc} names. */
enum ProviderKind {
  JNDI,
  WEBSPHERE_MQ,
  WMB;

  /** The modules whose options it has. */
  List<String> modules() {
    return switch (this) {
      case JNDI -> List.of("jndi", "JNDI");
      case WEBSPHERE_MQ -> List.of("jndi", "mq");
      case WMB -> List.of("jndi", "mq", "WMB");
    };
  }

  /**
   * The one that a line names.
   *
   * @throws LegacyLineException if it is none of those there are here
   */
  static ProviderKind of(Map<String, String> given) {
    return of(given.getOrDefault("pc", "JNDI"));
  }

  static ProviderKind of(String name) {
    return switch (PerfHarness.lowerCase(PerfHarness.simpleName(name))) {
      case "jndi" -> JNDI;
      case "webspheremq" -> WEBSPHERE_MQ;
      case "wmb", "wbimb" -> WMB;
      case "qpid" ->
          throw new LegacyLineException(
              "-pc QPID is out of scope: there is no AMQP provider; use -pc JNDI with "
                  + "the Qpid JMS client on the class path");
      case "was" ->
          throw new LegacyLineException(
              "-pc WAS is out of scope: there was no such class; use -pc JNDI with its client");
      default ->
          throw new LegacyLineException(
              "Invalid parameter: -pc '" + name + "': one of WebSphereMQ, WMB, JNDI");
    };
  }
}
