package dev.sluice.control.cli.command.ccdt;

import dev.sluice.control.cli.command.ccdt.EntryConnector.ConnectAttempt;
import dev.sluice.control.cli.option.DurationConverter;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.Logging;
import dev.sluice.jms.provider.ProviderTypes;
import dev.sluice.jms.provider.ibmmq.CipherName;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.ccdt.Ccdt;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding.Severity;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtLint;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtLocation;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtReading;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute.RequestedQueueManager;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Explains what the client does with a channel definition table. */
@Command(
    name = "check",
    description = {
      "Show what the client does with a JSON CCDT, and report its mistakes.",
      "The exit code is 2 if there are errors, and with --connect 3 if no queue manager answers."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  sluice ccdt check ccdt/UC01.json",
      "  sluice ccdt check ccdt/UC01.json --qmgr '*UC01QM' --connect"
    })
final class CcdtCheckCommand implements Callable<Integer> {

  @Spec CommandSpec command;

  @Parameters(paramLabel = "FILE", description = "The table.")
  Path file;

  @Option(
      names = "--qmgr",
      paramLabel = "NAME",
      description =
          "The queue manager that the application asks for: NAME, *GROUP or * (quote the star).")
  String queueManager;

  @Option(
      names = "--connect",
      description =
          "Connect to the address of each entry, without a user and without a client key.")
  boolean connect;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = DurationConverter.AboveZero.class,
      description = "Time-out for each address (default ${DEFAULT-VALUE}).")
  Duration timeout;

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    CcdtReading reading = CcdtReading.of(file.toString(), CcdtLocation.readJson(file));
    if (reading.table().isEmpty()) {
      out.println(file + ": the client rejects this table (2278)");
      CcdtReport.findings(reading.errors()).forEach(out::println);
      return ExitCode.USAGE;
    }
    return check(reading.table().get(), out);
  }

  private int check(Ccdt table, PrintWriter out) {
    List<CcdtRoute> routes = routes(table);
    List<CcdtFinding> findings = new CcdtLint(CipherName.specs().keySet()).findings(table);
    CcdtReport.offer(table).forEach(out::println);
    routes.forEach(route -> CcdtReport.route(route).forEach(out::println));
    out.println();
    if (findings.isEmpty()) {
      out.println("no mistakes found");
    }
    CcdtReport.findings(findings).forEach(out::println);
    boolean answered = !connect || connectTo(routes, out);
    boolean errors =
        findings.stream().anyMatch(it -> it.severity() == Severity.ERROR)
            || routes.stream().anyMatch(route -> route.entries().isEmpty());
    if (errors) {
      return ExitCode.USAGE;
    }
    return answered ? ExitCode.OK : ExitCode.NO_CONNECTION;
  }

  /**
   * The names asked for, otherwise every name: groups by star, because their names are not checked.
   */
  private List<CcdtRoute> routes(Ccdt table) {
    if (queueManager != null) {
      return List.of(CcdtRoute.of(table, RequestedQueueManager.of(queueManager)));
    }
    return table.queueManagers().stream()
        .map(name -> table.entriesOf(name).size() > 1 ? "*" + name : name)
        .map(name -> CcdtRoute.of(table, RequestedQueueManager.of(name)))
        .toList();
  }

  private boolean connectTo(List<CcdtRoute> routes, PrintWriter out) {
    Logging.configure(ProviderTypes.find(""));
    EntryConnector connector = new EntryConnector(timeout, IbmMqSettings::create);
    List<ConnectAttempt> attempts = new ArrayList<>();
    out.println();
    for (CcdtRoute route : routes) {
      for (CcdtEntry entry : route.entries()) {
        for (ConnectAttempt attempt : connector.attempt(entry, route.requested().nameChecked())) {
          out.println(attempt.line());
          attempts.add(attempt);
        }
      }
    }
    return attempts.stream().anyMatch(ConnectAttempt::answered);
  }
}
