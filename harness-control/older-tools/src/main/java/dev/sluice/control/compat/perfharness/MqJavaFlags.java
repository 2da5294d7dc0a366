package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.DestinationFlags;
import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyWorker;
import dev.sluice.control.compat.MessageFormat;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.QueueManagerFlags;

/** The workers of the MQ classes for Java: the same work is done by JMS. */
final class MqJavaFlags {

  private static final int RFH1 = 1;
  private static final int RFH2 = 2;

  private MqJavaFlags() {}

  static void translate(GivenOptions given, LegacyWorker worker, NativeLine line) {
    destinations(given, worker, line);
    messages(given, worker, line);
    given.addTo(line, "tx");
    QueueManagerFlags.credentials(given, line);
    if (QueueManagerFlags.isElsewhere(line)) {
      line.notice(worker.name() + " runs on JMS");
      given.leaveOut("jt", "jh", "jp", "jc", "jb", "jl", "mc");
      return;
    }
    line.notice(worker.name() + " runs on JMS, against the same queue manager");
    QueueManagerFlags.translate(given, ConnectionFlags.APPLICATION, line);
    if (given.text("jt").equals("mqbf")) {
      line.property(QueueManagerFlags.FASTPATH_BINDING);
    }
    given.addTo(line, "mc");
  }

  private static void destinations(GivenOptions given, LegacyWorker worker, NativeLine line) {
    boolean pair = worker.command().equals("request") || worker.command().equals("respond");
    if (pair) {
      given.addTo(line, "iq", "oq");
      if (!given.text("qm").isEmpty()) {
        throw given.wrong(
            "qm",
            "only for mqjava.Sender; the client of " + worker.name() + " sets its own address");
      }
    } else {
      line.add("--queue", given.text("d"));
      replyQueue(given, worker, line);
    }
    DestinationFlags.translate(given, line, "queue");
    given.addTo(line, "to");
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
      case "receive" -> {
        // it makes none
      }
      case "respond" -> respond(given, line);
      case "request", "put-get" -> {
        body(given, line);
        String correlation =
            given.flag("mi") ? "request-id" : given.flag("co") ? "message" : "none";
        line.add("--reply-correlation", correlation);
      }
      default -> {
        body(given, line);
        line.addIf(given.flag("co"), "--correlation", "message");
      }
    }
  }

  private static void respond(GivenOptions given, NativeLine line) {
    line.addIf(given.flag("co"), "--reply-correlation", "request-id");
    given.addTo(line, "cr");
    if (given.flag("cr")) {
      given.addTo(line, "pp");
      given.leaveOut("ms", "mf", "mq", "rf");
    } else {
      body(given, line);
    }
  }

  private static void body(GivenOptions given, NativeLine line) {
    int header = given.count("rf");
    if (header == RFH1 || header > RFH2 + 1) {
      throw given.wrong("rf", "0 (none), 2 (MQRFH2) or 3 (bytes)");
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
      given.addTo(line, "ms");
    } else {
      given.addTo(line, "mf");
      given.leaveOut("ms");
    }
    line.addIf(header != RFH2 && !QueueManagerFlags.isElsewhere(line), "--target-client", "mq");
    given.addTo(line, "pp");
  }
}
