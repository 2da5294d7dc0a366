package dev.sluice.control.compat.cph;

import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyWorker;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.QueueManagerFlags;

/** How MQ-CPH connects. */
final class CphConnectionFlags {

  private CphConnectionFlags() {}

  static void translate(GivenOptions given, LegacyWorker worker, NativeLine line) {
    QueueManagerFlags.credentials(given, line);
    if (QueueManagerFlags.isElsewhere(line)) {
      given.leaveOutModule("mq");
      given.leaveOutModule("reconnect");
      given.leaveOut("cv");
      return;
    }
    QueueManagerFlags.translate(given, "cph", line);
    stores(given, line);
    QueueManagerFlags.reconnect("MQCNO_RECONNECT", given, line);
    if (given.flag("jf") && given.text("jt").equals("mqb")) {
      line.property(QueueManagerFlags.FASTPATH_BINDING);
    } else {
      given.leaveOut("jf");
    }
    given.addTo(line, "jy", "cz", "cv");
    boolean timer = worker.command().equals("reconnect-timer");
    QueueManagerFlags.secondHost(
        given, timer && !given.text("h2").isEmpty(), given.whole("p2") != 0, line);
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
      line.add("--key-store", named);
      given.addTo(line, "jw");
      line.add("--trust-store", named);
    }
  }
}
