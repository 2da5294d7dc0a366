package dev.sluice.control.cli.command;

import dev.sluice.control.compat.Cph;
import dev.sluice.control.secret.Secrets;
import picocli.CommandLine.Command;

/** Takes a command line of MQ-CPH. */
@Command(
    name = "cph",
    preprocessor = LegacyWords.Preprocessor.class,
    customSynopsis = "sluice cph [--explain] [OPTION...] -tc WORKER [-OPTION [VALUE]...]",
    description = {
      "Run a command line of MQ-CPH unchanged.",
      "--explain prints the equivalent command line of this program and the",
      "equivalent scenario, and runs nothing.",
      "Options of this program may precede it, and override it. -h lists the options of a",
      "line."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  sluice cph -tc Requester -nt 100 -jt mqc -jb QM1 -dn 10 -to 30 -tx -pp",
      "  sluice cph --explain -tc Responder -nt 200 -to -1 -dn 10"
    })
public final class CphCommand extends LegacyCommand {

  public CphCommand(Secrets secrets) {
    super(new Cph(), secrets);
  }
}
