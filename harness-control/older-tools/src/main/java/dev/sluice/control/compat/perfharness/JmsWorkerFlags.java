package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.DestinationFlags;
import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyWorker;
import dev.sluice.control.compat.NativeLine;

/** JMS workers. */
final class JmsWorkerFlags {

  private static final String SELECTOR_PROPERTY = "PerfStringProp";
  private static final String SELECTOR_PREFIX = "stringproperty";

  private JmsWorkerFlags() {}

  static void translate(GivenOptions given, LegacyWorker worker, NativeLine line) {
    if (worker.isOf("jms.r20")) {
      line.add("--api", "simplified").add("--share-connection");
    }
    destinations(given, worker.command(), line);
    given.addTo(line, "to", "rq", "as");
    switch (worker.command()) {
      case "send" -> {
        MessageFlags.translate(given, line);
        correlateSent(given, worker, line);
      }
      case "put-get" -> {
        MessageFlags.translate(given, line);
        given.addTo(line, "up");
        selectReplies(given, worker, line);
      }
      case "reconnect-timer" -> { // which always gets its own message back
        MessageFlags.translate(given, line);
        given.addTo(line, "up");
        correlate(given, worker, line, true);
      }
      case "request" -> {
        MessageFlags.translate(given, line);
        correlate(given, worker, line, given.flag("co"));
      }
      case "respond" -> respond(given, line);
      case "publish" -> publish(given, worker, line);
      case "subscribe" -> subscribe(given, line);
      default -> {
        // nothing besides: it receives, or connects only
      }
    }
    line.addIf(worker.modules().contains("Seq"), "--verify");
    given.has("ck"); // every message that is checked has a checksum
    transactions(given, line);
    acknowledge(given, line);
  }

  private static void destinations(GivenOptions given, String command, NativeLine line) {
    switch (command) {
      case "churn" -> {
        // it has none
      }
      case "publish", "subscribe" -> {
        line.add("--topic", given.text("d"));
        DestinationFlags.translate(given, line, "topic");
      }
      case "request", "respond" -> {
        given.addTo(line, "iq");
        replyTo(given, command, line);
        DestinationFlags.translate(given, line, "queue");
      }
      default -> {
        line.add("--queue", given.text("d"));
        DestinationFlags.translate(given, line, "queue");
      }
    }
  }

  private static void replyTo(GivenOptions given, String command, NativeLine line) {
    given.addTo(line, "oq");
    if (command.equals("respond")) {
      return;
    }
    if (given.text("oq").isEmpty()) {
      line.add("--reply-to", given.flag("tqpm") ? "temporary-per-message" : "temporary-per-worker");
    } else {
      given.leaveOut("tqpm");
    }
  }

  private static void selectReplies(GivenOptions given, LegacyWorker worker, NativeLine line) {
    if (given.flag("sl")) {
      line.add("--selector-property", SELECTOR_PROPERTY);
      given.leaveOut("co", "cp");
    } else {
      correlate(given, worker, line, given.flag("co"));
    }
  }

  private static void correlateSent(GivenOptions given, LegacyWorker worker, NativeLine line) {
    if (!given.flag("co")) {
      return;
    }
    line.add("--correlation", "worker");
    line.addIf(given.flag("cp"), "--native-correlation");
    line.addUnlessEmpty("--correlation-prefix", prefix(given, worker));
  }

  /** What ids are made of: bytes of {@code -id}, if there is one, or a text that is unique. */
  private static String prefix(GivenOptions given, LegacyWorker worker) {
    if (!given.flag("cp")) {
      return textId(given, worker);
    }
    return given.text("id").isEmpty() ? "" : given.text("id") + "{worker}";
  }

  /** Its name, its thread, and what makes it unique. */
  private static String textId(GivenOptions given, LegacyWorker worker) {
    String id = given.text("id");
    return (id.isEmpty() ? "{host}" : id) + worker.simpleName() + "{worker}{unique}";
  }

  private static void correlate(
      GivenOptions given, LegacyWorker worker, NativeLine line, boolean correlated) {
    line.add("--reply-correlation", correlated ? "worker" : "none");
    if (correlated) {
      line.addIf(!given.flag("cp"), "--text-correlation");
      line.addUnlessEmpty("--reply-correlation-prefix", prefix(given, worker));
    } else {
      given.leaveOut("cp");
    }
  }

  private static void respond(GivenOptions given, NativeLine line) {
    if (given.flag("jfq") && given.text("oq").isEmpty()) {
      throw new LegacyLineException("Invalid parameter: -jfq needs -oq, the reply queue");
    }
    given.addTo(line, "jfq");
    line.addIf(given.flag("co"), "--reply-correlation", "request-id");
    given.addTo(line, "cr");
    if (given.flag("cr")) {
      MessageFlags.leaveOutBodies(given);
      MessageFlags.delivery(given, line);
    } else {
      MessageFlags.translate(given, line);
    }
  }

  private static void publish(GivenOptions given, LegacyWorker worker, NativeLine line) {
    MessageFlags.translate(given, line);
    if (given.flag("sl")) {
      line.add("--selector-property", SELECTOR_PROPERTY);
      line.add("--selector-prefix", SELECTOR_PREFIX);
      given.addTo(line, "sn");
    } else {
      given.leaveOut("sn");
    }
    correlateSent(given, worker, line);
  }

  private static void subscribe(GivenOptions given, NativeLine line) {
    DestinationFlags.subscription(given, line, "perfharness");
    select(given, line);
    given.addTo(line, "ns");
  }

  private static void select(GivenOptions given, NativeLine line) {
    String raw = given.text("sf");
    String values = given.text("sl");
    if (!raw.isEmpty() && !raw.equals("false")) {
      given.addTo(line, "sf");
      given.leaveOut("sl", "sn", "sm", "se");
    } else if (values.equals("false")) {
      given.leaveOut("sn", "sm", "se");
    } else {
      line.add("--selector-property", SELECTOR_PROPERTY);
      line.add("--selector-prefix", SELECTOR_PREFIX);
      given.addTo(line, "sn");
      given.count("sm");
      if (values.equals("manual")) {
        given.addTo(line, "sm");
      }
      given.addTo(line, "se");
    }
  }

  private static void transactions(GivenOptions given, NativeLine line) {
    given.addTo(line, "tx");
    given.atLeastOne("cc");
    if (given.flag("tx")) {
      given.addTo(line, "cc");
    } else {
      given.leaveOut("cc");
    }
    if (given.flag("tx") && given.applies("cd") && given.count("cd") > 0) {
      given.addTo(line, "cd");
    } else {
      given.leaveOut("cd");
    }
  }

  private static void acknowledge(GivenOptions given, NativeLine line) {
    int mode = given.whole("am");
    if (mode < 1 || mode > 3) {
      throw given.wrong(
          "am",
          "1 (auto), 2 (client) or 3 (dups-ok)"
              + (mode == 100 ? "; 100, no acknowledgement, was Qpid's own" : ""));
    }
    if (mode > 1 && given.applies("am") && !given.flag("tx")) {
      line.add("--ack", mode == 2 ? "client" : "dups-ok");
    } else {
      given.leaveOut("am");
    }
  }
}
