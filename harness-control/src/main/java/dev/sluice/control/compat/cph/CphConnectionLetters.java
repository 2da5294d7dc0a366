package dev.sluice.control.compat.cph;

import dev.sluice.control.compat.CredentialLetters;
import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyWorker;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.QueueManagerLetters;

/** How MQ-CPH connects. */
final class CphConnectionLetters {

  /** What is asked for, in this order; the first that the channel has is used. */
  private static final String COMPRESSION =
      "WMQ_COMPMSG_RLE,WMQ_COMPMSG_ZLIBFAST,WMQ_COMPMSG_ZLIBHIGH,WMQ_COMPMSG_NONE";

  private CphConnectionLetters() {}

  static void translate(GivenOptions given, LegacyWorker worker, NativeLine line) {
    CredentialLetters.translate(given, line);
    if (!line.own("--provider").map("ibmmq"::equals).orElse(true)) {
      given.leaveOutModule("mq");
      given.leaveOutModule("reconnect");
      given.leaveOut("cv");
      return;
    }
    line.add("--provider", "ibmmq");
    QueueManagerLetters.translate(given, "cph", line);
    stores(given, line);
    QueueManagerLetters.reconnect("MQCNO_RECONNECT", given, line);
    if (given.flag("jf") && given.text("jt").equals("mqb")) {
      line.property("WMQ_CONNECT_OPTIONS", QueueManagerLetters.FASTPATH_BINDING);
    } else {
      given.leaveOut("jf");
    }
    line.addIf(given.flag("jy"), "--read-ahead");
    if (given.flag("cz")) {
      line.property("WMQ_MSG_COMP", COMPRESSION);
    }
    conversion(given, worker, line);
    secondHost(given, worker, line);
  }

  /** One file is both there: the client's own certificate and those it trusts. */
  private static void stores(GivenOptions given, NativeLine line) {
    boolean client = given.text("jt").equals("mqc");
    if (!client || (given.text("jl").isEmpty() && given.text("ccdt").isEmpty())) {
      given.leaveOut("kr", "jw");
      return;
    }
    String file = given.text("kr");
    String label = given.text("jw");
    if (file.isEmpty() && !label.isEmpty()) {
      throw new LegacyLineException(
          "Invalid parameter: -jw '"
              + label
              + "' needs -kr FILE, the key store with the certificate");
    }
    if (!file.isEmpty()) {
      boolean ends = file.lastIndexOf('.') > file.lastIndexOf('/');
      String named = ends ? file : file + ".kdb"; // as the C client does
      line.add("--key-store", named).addUnlessEmpty("--certificate-label", label);
      line.add("--trust-store", named);
    }
  }

  /** Only one that is asked for: the client converts by itself. */
  private static void conversion(GivenOptions given, LegacyWorker worker, NativeLine line) {
    boolean gets = !worker.command().equals("send") && !worker.command().equals("publish");
    if (given.has("cv") && given.flag("cv") && gets) {
      line.property("WMQ_RECEIVE_CONVERSION", "WMQ_RECEIVE_CONVERSION_QMGR");
    } else {
      given.leaveOut("cv");
    }
  }

  private static void secondHost(GivenOptions given, LegacyWorker worker, NativeLine line) {
    boolean timer = worker.command().equals("reconnect-timer");
    if (timer && !given.text("h2").isEmpty() && given.text("ccdt").isEmpty()) {
      int port = given.port("p2") == 0 ? given.port("jp") : given.port("p2");
      QueueManagerLetters.secondHost(given, port, line);
    } else {
      given.leaveOut("h2", "p2");
    }
  }
}
