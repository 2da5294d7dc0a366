package dev.sluice.control.cli.command;

import dev.sluice.control.compat.PerfHarness;
import dev.sluice.control.secret.Secrets;
import picocli.CommandLine.Command;

/** Takes a command line of JMSPerfHarness. */
@Command(
    name = "perfharness",
    preprocessor = LegacyWords.Preprocessor.class,
    customSynopsis = "sluice perfharness [--explain] [OPTION...] -tc WORKER [-OPTION [VALUE]...]",
    description = {
      "Run a command line of JMSPerfHarness unchanged.",
      "--explain prints the equivalent command line of this program and the",
      "equivalent scenario, and runs nothing.",
      "Options of this program may precede it, and override it. -h lists the options of a",
      "line."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  sluice perfharness -tc jms.r11.Sender -nt 4 -rt 9 -pc WebSphereMQ -jb QM1 -d Q",
      "  sluice perfharness --explain -tc jms.r11.Sender -nt 4 -rt 9 -pc WebSphereMQ",
      "  sluice perfharness --provider artemis --url tcp://h:61616 -tc jms.r11.Sender"
    })
public final class PerfHarnessCommand extends LegacyCommand {

  public PerfHarnessCommand(Secrets secrets) {
    super(new PerfHarness(), secrets);
  }
}
