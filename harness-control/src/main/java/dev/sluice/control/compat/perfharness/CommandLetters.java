package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.NativeLine;
import java.util.Set;

/** Where commands come from while the run goes on. */
final class CommandLetters {

  /** The classes that have options. */
  static final Set<String> CLASSES =
      Set.of("SocketCommandProcessor", "LinuxPipeCommandProcessor", "MQCommandProcessor");

  private CommandLetters() {}

  static void translate(GivenOptions given, NativeLine line) {
    if (given.port("so") > 0) {
      line.add("--stop-port", given.port("so"));
    }
    switch (PerfHarness.simpleName(given.text("cmd_c"))) {
      case "SocketCommandProcessor" -> line.add("--control", given.port("cmd_p"));
      case "LinuxPipeCommandProcessor" -> line.add("--control-fifo", given.text("cmd_pipe"));
      case "MQCommandProcessor" -> queues(given, line);
      case "DummyCommandProcessor" -> {
        // commands come from nowhere
      }
      default ->
          throw new LegacyLineException(
              "Invalid parameter: -cmd_c '"
                  + given.text("cmd_c")
                  + "': SocketCommandProcessor, LinuxPipeCommandProcessor, MQCommandProcessor or"
                  + " DummyCommandProcessor");
    }
  }

  private static void queues(GivenOptions given, NativeLine line) {
    line.add("--control-queue", given.text("cmd_inq"))
        .add("--control-reply-queue", given.text("cmd_outq"))
        .add("--control-queue-host", given.text("cmd_jh"))
        .add("--control-queue-port", given.port("cmd_p"))
        .add("--control-queue-channel", given.text("cmd_jc"))
        .add("--control-queue-qmgr", given.text("cmd_jb"));
  }
}
