package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.CredentialLetters;
import dev.sluice.control.compat.DestinationLetters;
import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyWorker;
import dev.sluice.control.compat.MessageFormat;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.QueueManagerLetters;
import dev.sluice.control.compat.Times;

/** The workers of the MQ classes for Java: the same work is done by JMS. */
final class MqJavaLetters {

  private static final int RFH1 = 1;
  private static final int RFH2 = 2;

  private MqJavaLetters() {}

  static void translate(GivenOptions given, LegacyWorker worker, NativeLine line) {
    destinations(given, worker, line);
    messages(given, worker, line);
    line.addIf(given.flag("tx"), "--transacted");
    CredentialLetters.translate(given, line);
    if (isElsewhere(line)) {
      line.notice(worker.name() + " runs on JMS");
      given.leaveOut("jt", "jh", "jp", "jc", "jb", "jl", "mc");
      return;
    }
    line.notice(worker.name() + " runs on JMS, against the same queue manager");
    line.add("--provider", "ibmmq");
    QueueManagerLetters.translate(given, ConnectionLetters.APPLICATION, line);
    if (given.text("jt").equals("mqbf")) {
      line.property("WMQ_CONNECT_OPTIONS", QueueManagerLetters.FASTPATH_BINDING);
    }
    if (given.has("mc")) {
      line.property("WMQ_CCSID", given.count("mc"));
    }
  }

  /** Whether the options in front name another broker than a queue manager. */
  private static boolean isElsewhere(NativeLine line) {
    return line.own("--provider").filter(provider -> !provider.equals("ibmmq")).isPresent();
  }

  private static void destinations(GivenOptions given, LegacyWorker worker, NativeLine line) {
    boolean pair = worker.command().equals("request") || worker.command().equals("respond");
    if (pair) {
      line.add("--request-queue", given.text("iq")).add("--reply-queue", given.text("oq"));
      given.leaveOut("d", "qq");
      if (!given.text("qm").isEmpty()) {
        throw new LegacyLineException(
            "Invalid parameter: -qm '"
                + given.text("qm")
                + "': only for mqjava.Sender; the client of "
                + worker.name()
                + " sets its own address");
      }
    } else {
      line.add("--queue", given.text("d"));
      replyQueue(given, worker, line);
      given.leaveOut("iq", "oq");
    }
    DestinationLetters.translate(given, line, "queue");
    if (worker.command().equals("send")) {
      given.leaveOut("to");
    } else {
      double seconds = Math.max(0, Double.parseDouble(given.text("to")));
      line.add("--receive-timeout", Times.seconds(seconds));
    }
  }

  private static void replyQueue(GivenOptions given, LegacyWorker worker, NativeLine line) {
    String queue = given.text("qq");
    String queueManager = given.text("qm");
    if (!worker.command().equals("send") || queue.isEmpty()) {
      given.leaveOut("qq", "qm");
    } else {
      line.add(
          "--reply-queue-header",
          queueManager.isEmpty() ? queue : "queue://" + queueManager + "/" + queue);
    }
  }

  private static void messages(GivenOptions given, LegacyWorker worker, NativeLine line) {
    switch (worker.command()) {
      case "receive" -> given.leaveOut("ms", "mf", "mq", "rf", "pp", "co", "mi", "cr");
      case "respond" -> respond(given, line);
      case "request", "put-get" -> {
        body(given, line);
        String correlation =
            given.flag("mi") ? "request-id" : given.flag("co") ? "message" : "none";
        line.add("--reply-correlation", correlation);
        given.leaveOut("cr");
      }
      default -> {
        body(given, line);
        line.addIf(given.flag("co"), "--correlation", "message");
        given.leaveOut("mi", "cr");
      }
    }
  }

  private static void respond(GivenOptions given, NativeLine line) {
    line.addIf(given.flag("co"), "--reply-correlation", "request-id");
    given.leaveOut("mi");
    if (given.flag("cr")) {
      line.add("--copy-request").addIf(given.flag("pp"), "--persistent");
      given.leaveOut("ms", "mf", "mq", "rf");
    } else {
      body(given, line);
    }
  }

  private static void body(GivenOptions given, NativeLine line) {
    int header = given.count("rf");
    if (header == RFH1 || header > RFH2 + 1) {
      throw new LegacyLineException(
          "Invalid parameter: -rf '" + header + "': 0 (none), 2 (MQRFH2) or 3 (bytes)");
    }
    MessageFormat format = new MessageFormat(given.text("mq"));
    line.add("--message", header > RFH2 ? "bytes" : format.kind());
    format.addTo(line);
    if (given.text("mf").contains("|")) {
      throw new LegacyLineException(
          "Invalid parameter: -mf is a list of files; put them into a folder and use --body"
              + " FOLDER");
    }
    if (given.text("mf").isEmpty()) {
      line.add("--size", given.count("ms"));
    } else {
      line.add("--body", given.text("mf"));
      given.leaveOut("ms");
    }
    line.addIf(header != RFH2 && !isElsewhere(line), "--target-client", "mq");
    line.addIf(given.flag("pp"), "--persistent");
  }
}
