package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.DestinationLetters;
import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyWorker;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.Times;
import java.util.Set;

/** What JMS workers do. */
final class JmsWorkerLetters {

  private static final String SELECTOR_PROPERTY = "PerfStringProp";
  private static final String SELECTOR_PREFIX = "stringproperty";
  private static final Set<String> ONE_WAY = Set.of("send", "receive", "publish", "subscribe");

  private JmsWorkerLetters() {}

  static void translate(GivenOptions given, LegacyWorker worker, NativeLine line) {
    if (worker.isOf("jms.r20")) {
      line.add("--api", "simplified").add("--share-connection");
    }
    switch (worker.command()) {
      case "send" -> send(given, worker, line);
      case "receive" -> receive(given, line);
      case "put-get" -> {
        putGet(given, line);
        selectReplies(given, worker, line);
      }
      case "reconnect-timer" -> {
        putGet(given, line);
        given.leaveOut("co", "sl"); // it always gets its own message back
        correlate(given, worker, line, true);
      }
      case "request" -> request(given, worker, line);
      case "respond" -> respond(given, line);
      case "publish" -> publish(given, worker, line);
      case "subscribe" -> subscribe(given, line);
      default -> churn(given);
    }
    line.addIf(worker.modules().contains("Seq"), "--verify");
    given.has("ck"); // every message that is checked has a checksum
    transactions(given, worker, line);
    acknowledge(given, worker, line);
  }

  private static void send(GivenOptions given, LegacyWorker worker, NativeLine line) {
    queue(given, line);
    line.addUnlessEmpty("--reply-queue-header", given.text("rq"));
    MessageLetters.translate(given, line);
    if (given.flag("co")) {
      correlateSent(given, worker, line);
    }
    given.leaveOut("to", "du", "un");
  }

  private static void receive(GivenOptions given, NativeLine line) {
    queue(given, line);
    receiveTimeout(given, line);
    line.addIf(given.flag("as"), "--listener");
    MessageLetters.leaveOut(given);
    given.leaveOut("co", "cp", "du", "un");
  }

  private static void putGet(GivenOptions given, NativeLine line) {
    queue(given, line);
    receiveTimeout(given, line);
    MessageLetters.translate(given, line);
    line.addIf(given.flag("up"), "--unidentified-producer");
    given.leaveOut("du", "un");
  }

  private static void selectReplies(GivenOptions given, LegacyWorker worker, NativeLine line) {
    if (given.flag("sl")) {
      line.add("--selector-property", SELECTOR_PROPERTY);
      given.leaveOut("co", "cp");
    } else {
      correlate(given, worker, line, given.flag("co"));
    }
  }

  private static void request(GivenOptions given, LegacyWorker worker, NativeLine line) {
    line.add("--request-queue", given.text("iq"));
    if (given.text("oq").isEmpty()) {
      line.add("--reply-to", given.flag("tqpm") ? "temporary-per-message" : "temporary-per-worker");
    } else {
      line.add("--reply-queue", given.text("oq"));
      given.leaveOut("tqpm");
    }
    DestinationLetters.translate(given, line, "queue");
    given.leaveOut("d");
    receiveTimeout(given, line);
    MessageLetters.translate(given, line);
    correlate(given, worker, line, given.flag("co"));
    given.leaveOut("du", "un");
  }

  private static void correlateSent(GivenOptions given, LegacyWorker worker, NativeLine line) {
    line.add("--correlation", "worker");
    if (given.flag("cp")) {
      line.add("--native-correlation");
    } else {
      line.add("--correlation-prefix", textId(given, worker));
    }
  }

  /** Who it is, which thread, and what makes it unique. */
  private static String textId(GivenOptions given, LegacyWorker worker) {
    String id = given.text("id");
    return (id.isEmpty() ? "{host}" : id) + worker.simpleName() + "{worker}{unique}";
  }

  private static void correlate(
      GivenOptions given, LegacyWorker worker, NativeLine line, boolean correlated) {
    line.add("--reply-correlation", correlated ? "worker" : "none");
    if (correlated) {
      if (!given.flag("cp")) {
        line.add("--text-correlation").add("--reply-correlation-prefix", textId(given, worker));
      }
    } else {
      given.leaveOut("cp");
    }
  }

  private static void respond(GivenOptions given, NativeLine line) {
    line.add("--request-queue", given.text("iq"));
    line.addUnlessEmpty("--reply-queue", given.text("oq"));
    DestinationLetters.translate(given, line, "queue");
    given.leaveOut("d");
    receiveTimeout(given, line);
    if (given.flag("jfq") && given.text("oq").isEmpty()) {
      throw new LegacyLineException("Invalid parameter: -jfq needs -oq, the reply queue");
    }
    line.addIf(given.flag("jfq"), "--fixed-reply-queue");
    line.addIf(given.flag("co"), "--reply-correlation", "request-id");
    if (given.flag("cr")) {
      line.add("--copy-request");
      MessageLetters.leaveOutBodies(given);
      MessageLetters.delivery(given, line);
    } else {
      MessageLetters.translate(given, line);
    }
    given.leaveOut("cp", "du", "un");
  }

  private static void publish(GivenOptions given, LegacyWorker worker, NativeLine line) {
    topic(given, line);
    MessageLetters.translate(given, line);
    if (given.flag("sl")) {
      line.add("--selector-property", SELECTOR_PROPERTY);
      line.add("--selector-prefix", SELECTOR_PREFIX);
      line.add("--selector-values", given.atLeastOne("sn"));
    } else {
      given.leaveOut("sn");
    }
    if (given.flag("co")) {
      correlateSent(given, worker, line);
    }
    given.leaveOut("to", "du", "un");
  }

  private static void subscribe(GivenOptions given, NativeLine line) {
    topic(given, line);
    receiveTimeout(given, line);
    line.addIf(given.flag("as"), "--listener");
    if (given.flag("du")) {
      String id = given.text("id").isEmpty() ? "perfharness" : given.text("id");
      line.add("--durable").add("--client-id", id).addIf(given.flag("un"), "--unsubscribe");
    } else {
      given.leaveOut("un");
    }
    select(given, line);
    line.addIf(given.atLeastOne("ns") > 1, "--consumers-per-worker", given.whole("ns"));
    MessageLetters.leaveOut(given);
    given.leaveOut("co", "cp");
  }

  private static void select(GivenOptions given, NativeLine line) {
    String raw = given.text("sf");
    String values = given.text("sl");
    if (!raw.isEmpty() && !raw.equals("false")) {
      line.add("--selector", raw);
      given.leaveOut("sl", "sn", "sm", "se");
    } else if (values.equals("false")) {
      given.leaveOut("sn", "sm", "se");
    } else {
      line.add("--selector-property", SELECTOR_PROPERTY);
      line.add("--selector-prefix", SELECTOR_PREFIX);
      line.add("--selector-values", given.atLeastOne("sn"));
      line.addIf(values.equals("manual"), "--selector-value", given.count("sm"));
      line.addIf(given.atLeastOne("se") > 1, "--selectors-per-worker", given.whole("se"));
    }
  }

  private static void churn(GivenOptions given) {
    given.leaveOutModule("destinations");
    given.leaveOutModule("multi");
    MessageLetters.leaveOut(given);
    given.leaveOut("co", "cp", "to", "du", "un");
  }

  private static void queue(GivenOptions given, NativeLine line) {
    line.add("--queue", given.text("d"));
    DestinationLetters.translate(given, line, "queue");
  }

  private static void topic(GivenOptions given, NativeLine line) {
    line.add("--topic", given.text("d"));
    DestinationLetters.translate(given, line, "topic");
  }

  private static void receiveTimeout(GivenOptions given, NativeLine line) {
    line.add("--receive-timeout", Times.seconds(Math.max(0, given.whole("to"))));
  }

  private static void transactions(GivenOptions given, LegacyWorker worker, NativeLine line) {
    int batch = given.atLeastOne("cc");
    boolean oneWay = ONE_WAY.contains(worker.command());
    boolean delays = given.flag("tx") && Set.of("send", "put-get").contains(worker.command());
    if (worker.command().equals("churn")) {
      given.leaveOut("tx", "cc", "cd");
      return;
    }
    line.addIf(given.flag("tx"), "--transacted");
    if (given.flag("tx") && oneWay) {
      line.addIf(batch > 1, "--commit-every", batch);
    } else {
      given.leaveOut("cc");
    }
    if (delays && given.count("cd") > 0) {
      line.add("--commit-delay", Times.millis(given.count("cd")));
    } else {
      given.leaveOut("cd");
    }
  }

  private static void acknowledge(GivenOptions given, LegacyWorker worker, NativeLine line) {
    int mode = given.whole("am");
    if (mode < 1 || mode > 3) {
      throw new LegacyLineException(
          "Invalid parameter: -am '"
              + mode
              + "': 1 (auto), 2 (client) or 3 (dups-ok)"
              + (mode == 100 ? "; 100, no acknowledgement, was Qpid's own" : ""));
    }
    boolean receives = !Set.of("send", "publish", "churn").contains(worker.command());
    if (mode > 1 && receives && !given.flag("tx")) {
      line.add("--ack", mode == 2 ? "client" : "dups-ok");
    } else {
      given.leaveOut("am");
    }
  }
}
