package dev.sluice.control.compat.cph;

import dev.sluice.control.compat.DestinationFlags;
import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyWorker;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.Times;
import java.util.Set;

/** Translates the options of MQ-CPH's workers. */
final class CphWorkerFlags {

  private static final String REPLY_CORRELATION = "--reply-correlation";
  private static final Set<String> ROUND_TRIPS = Set.of("put-get", "request", "reconnect-timer");

  private CphWorkerFlags() {}

  static void translate(GivenOptions given, LegacyWorker worker, NativeLine line) {
    switch (worker.command()) {
      case "send" -> send(given, line);
      case "receive" -> receive(given, line);
      case "put-get" -> putGet(given, line);
      case "reconnect-timer" -> reconnectTimer(given, worker, line);
      case "request" -> request(given, line);
      case "respond" -> respond(given, line);
      case "forward" -> forward(given, line);
      case "publish" -> publish(given, line);
      case "subscribe" -> subscribe(given, line);
      default -> {
        // it takes what there is on the dead-letter queue
      }
    }
    transactions(given, worker, line);
  }

  private static void send(GivenOptions given, NativeLine line) {
    numbered(given, line, "queue");
    CphMessageFlags.translate(given, line);
    given.addTo(line, "p1");
    if (given.flag("co")) {
      line.add("--correlation", "worker").add("--native-correlation");
    }
  }

  private static void receive(GivenOptions given, NativeLine line) {
    numbered(given, line, "queue");
    receiveTimeout(given, line);
    select(given, line);
  }

  /** Messages that fit a selector, or those of the sender of the same number. */
  private static void select(GivenOptions given, NativeLine line) {
    boolean bySelector = given.flag("cs");
    boolean paired = given.flag("co") || bySelector;
    if (!given.text("gs").isEmpty()) {
      given.addTo(line, "gs");
      given.leaveOut("co");
    } else if (paired) {
      if (given.text("id").isEmpty() && !line.overruled("--id")) {
        throw new LegacyLineException("Invalid parameter: -co needs the senders' -id");
      }
      line.add("--correlation", "worker").add("--native-correlation");
    }
  }

  private static void putGet(GivenOptions given, NativeLine line) {
    numbered(given, line, "queue");
    receiveTimeout(given, line);
    CphMessageFlags.translate(given, line);
    given.addTo(line, "p1");
    correlate(given, line, "worker");
  }

  private static void reconnectTimer(GivenOptions given, LegacyWorker worker, NativeLine line) {
    if (worker.name().equals("ReconnectTimer")) {
      putGet(given, line);
      given.leaveOut("iq");
      return;
    }
    line.add("--queue", given.text("iq"));
    DestinationFlags.translate(given, line, "queue");
    given.leaveOut("d", "p1");
    receiveTimeout(given, line);
    CphMessageFlags.translate(given, line);
    correlate(given, line, "worker");
  }

  private static void request(GivenOptions given, NativeLine line) {
    pair(given, line);
    line.addIf(given.count("dq") > 1, "--reply-alias", given.text("jb") + "." + given.text("oq"));
    receiveTimeout(given, line);
    CphMessageFlags.translate(given, line);
    correlate(given, line, "request-id");
  }

  private static void respond(GivenOptions given, NativeLine line) {
    pair(given, line);
    receiveTimeout(given, line);
    if (given.flag("cs")) { // the request's correlation id is in the reply then, as it always is
      given.leaveOut("co");
    } else {
      line.addIf(given.flag("co"), REPLY_CORRELATION, "request-id");
    }
    passOn(given, line, given.flag("cr"), "cr");
  }

  private static void forward(GivenOptions given, NativeLine line) {
    pair(given, line);
    receiveTimeout(given, line);
    boolean copy = given.flag("cm");
    line.addIf(!copy, "--new-message");
    passOn(given, line, copy, "cm");
  }

  /** The message that is sent on: the one that came, or a new one. */
  private static void passOn(GivenOptions given, NativeLine line, boolean copy, String copying) {
    if (copy) {
      given.addTo(line, copying, "pp");
      CphMessageFlags.leaveOutBodies(given);
      given.leaveOut("ppn");
    } else {
      CphMessageFlags.translate(given, line);
    }
  }

  private static void publish(GivenOptions given, NativeLine line) {
    int topics = numbered(given, line, "topic");
    CphMessageFlags.translate(given, line);
    boolean rotates = !given.flag("tp");
    if (rotates && topics == 1) {
      given.leaveOut("tp");
    }
    line.addIf(rotates && topics > 1, "--rotate");
  }

  private static void subscribe(GivenOptions given, NativeLine line) {
    numbered(given, line, "topic");
    receiveTimeout(given, line);
    given.addTo(line, "gs");
    DestinationFlags.subscription(given, line, "cph");
  }

  /** Returns how many there are. */
  private static int numbered(GivenOptions given, NativeLine line, String kind) {
    line.add("--" + kind, given.text("d"));
    return DestinationFlags.translate(given, line, kind);
  }

  private static void pair(GivenOptions given, NativeLine line) {
    given.addTo(line, "iq", "oq");
    DestinationFlags.translate(given, line, "queue");
  }

  /** A selector is the one that is given, or one of the worker's own id. */
  private static void correlate(GivenOptions given, NativeLine line, String how) {
    boolean bySelector = given.flag("cs");
    String selector = given.text("gs");
    if (!selector.isEmpty()) {
      line.add(REPLY_CORRELATION, "none").add("--reply-selector", selector);
      given.leaveOut("co");
    } else if (bySelector) {
      line.add(REPLY_CORRELATION, "worker");
      given.leaveOut("co");
    } else {
      line.add(REPLY_CORRELATION, given.flag("co") ? how : "none");
    }
  }

  private static void receiveTimeout(GivenOptions given, NativeLine line) {
    int seconds = given.whole("to");
    if (seconds == 0) {
      line.add("--receive-timeout", "1ms"); // no wait; 0 would be for ever here
    } else {
      line.add("--receive-timeout", Times.seconds(Math.max(0, seconds)));
    }
  }

  private static void transactions(GivenOptions given, LegacyWorker worker, NativeLine line) {
    if (worker.command().equals("dead-letter")) {
      return;
    }
    boolean roundTrip = ROUND_TRIPS.contains(worker.command());
    boolean put = roundTrip && given.flag("txp");
    boolean get = roundTrip && given.flag("txg");
    boolean both = given.flag("tx") || (put && get);
    boolean any = both || put || get;
    line.addIf(any, "--transacted");
    line.addIf(!both && any, "--commit-on", put ? "put" : "get");
    if (any) {
      given.addTo(line, "cb");
    } else {
      given.flag("cb");
    }
    int batch = given.atLeastOne("cc");
    if (batch > 1 && roundTrip) {
      throw given.wrong("cc", "1 for " + worker.name() + ", which waits for what it has committed");
    }
    if (any) {
      given.addTo(line, "cc");
    }
  }
}
