package dev.sluice.control.cli.command.ccdt;

import dev.sluice.control.cli.command.ccdt.EntryConnector.ConnectAttempt;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.Logging;
import dev.sluice.jms.provider.ProviderTypes;
import dev.sluice.jms.provider.ibmmq.CipherName;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.ccdt.Ccdt;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Affinity;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding.Severity;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtLint;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtLocation;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtParser;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute.Candidate;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute.RequestedQueueManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Explains what the client does with a channel definition table. */
@Command(
    name = "check",
    description = {
      "Show what the client does with a JSON CCDT, and report its mistakes.",
      "The exit code is 2 if there are errors, and with --connect 2 if all addresses refuse a name"
          + " or channel, 3 if no queue manager answers."
    },
    footer = {
      "  sluice ccdt check ccdt/UC01.json",
      "  sluice ccdt check ccdt/UC01.json --qmgr '*UC01QM' --connect"
    })
final class CcdtCheckCommand extends CommandPart implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The table, by its path or file: URL.")
  String file;

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
      converter = Converters.TimeAboveZero.class,
      description = "Time-out for each address (default ${DEFAULT-VALUE}).")
  Duration timeout;

  @Override
  public Integer call() {
    CcdtParser.ParsedTable parsed = CcdtParser.parse(file, CcdtLocation.of(file).readJson());
    if (parsed.table().isEmpty()) {
      say(file + ": the client rejects this table (2278)");
      tell(parsed.findings());
      return ExitCode.USAGE;
    }
    return check(parsed.table().get(), parsed.findings());
  }

  private int check(Ccdt table, List<CcdtFinding> tolerated) {
    List<CcdtRoute> routes = routes(table);
    List<CcdtFinding> findings = new ArrayList<>(tolerated);
    findings.addAll(new CcdtLint(CipherName.specs().keySet()).findings(table, routes));
    tellOffer(table);
    routes.forEach(this::tell);
    say("");
    if (findings.isEmpty()) {
      say("no mistakes found");
    }
    tell(findings);
    int connected = connect ? connectTo(routes) : ExitCode.OK;
    boolean errors =
        findings.stream().anyMatch(it -> it.severity() == Severity.ERROR)
            || routes.stream().anyMatch(route -> route.entries().isEmpty());
    return errors ? ExitCode.USAGE : connected;
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

  private int connectTo(List<CcdtRoute> routes) {
    Logging.configure(ProviderTypes.find(""));
    EntryConnector connector = new EntryConnector(timeout, IbmMqSettings::create);
    boolean answered = false;
    boolean misdirected = false;
    say("");
    for (CcdtRoute route : routes) {
      List<ConnectAttempt> attempts = new ArrayList<>();
      for (CcdtEntry entry : route.entries()) {
        for (ConnectAttempt attempt : connector.attempt(entry, route.requested().nameChecked())) {
          say(attempt.line());
          attempts.add(attempt);
        }
      }
      answered |= attempts.stream().anyMatch(ConnectAttempt::answered);
      misdirected |=
          attempts.stream().noneMatch(ConnectAttempt::connected)
              && attempts.stream().anyMatch(ConnectAttempt::misdirected);
    }
    if (misdirected) {
      return ExitCode.USAGE;
    }
    return answered ? ExitCode.OK : ExitCode.NO_CONNECTION;
  }

  /** The names that applications can ask for. */
  private void tellOffer(Ccdt table) {
    int channels = table.entries().size();
    say(table.name() + ": " + channels + " client channel" + (channels == 1 ? "" : "s"));
    for (String name : table.queueManagers()) {
      int entries = table.entriesOf(name).size();
      String group = name.isEmpty() ? "the default group" : name;
      say("  " + group + ": " + entries + (entries == 1 ? " entry" : " entries"));
    }
  }

  /** The entries that the client tries, in order. */
  private void tell(CcdtRoute route) {
    say("");
    say(heading(route.requested()));
    if (route.entries().isEmpty()) {
      say("  no entry, so connecting fails with 2278");
      return;
    }
    List<Candidate> first = route.first();
    List<Candidate> drawn = route.drawn();
    if (first.size() + drawn.size() == 1) {
      say("  " + (first.isEmpty() ? drawn : first).get(0).describe());
      return;
    }
    if (!first.isEmpty()) {
      say("  always first, in this order (weight 0):");
      first.forEach(each -> say("          " + each.describe()));
    }
    if (!drawn.isEmpty()) {
      say("  " + (first.isEmpty() ? "" : "then ") + drawing(route));
    }
    for (Candidate each : drawn) {
      double percent = 100 * route.chanceToBeDrawnFirst(each);
      say(String.format(Locale.ROOT, "  %5.1f%%  %s", percent, each.describe()));
    }
    if (route.affinity().equals(Optional.of(Affinity.NONE))
        && !first.isEmpty()
        && !drawn.isEmpty()) {
      say("  the addresses of weight 0 are tried again after each of these");
    }
  }

  /** The findings, those that differ in their place only in one line. */
  private void tell(List<CcdtFinding> findings) {
    Map<CcdtFinding, List<String>> places = new LinkedHashMap<>();
    for (CcdtFinding each : findings) {
      places.computeIfAbsent(at(each, ""), kind -> new ArrayList<>()).add(each.place());
    }
    places.forEach(
        (kind, at) -> {
          String more = at.size() == 1 ? "" : " (and " + (at.size() - 1) + " more)";
          say(Converters.word(kind.severity()) + "  " + at(kind, at.get(0) + more).line());
        });
  }

  private static CcdtFinding at(CcdtFinding finding, String place) {
    return new CcdtFinding(finding.severity(), place, finding.message(), finding.remedy());
  }

  private static String heading(RequestedQueueManager requested) {
    String entries =
        requested.entryName().isEmpty()
            ? "the entries of the default group"
            : "the entries of '" + requested.entryName() + "'";
    return "queue manager '"
        + requested.given()
        + "' tries "
        + entries
        + "; "
        + (requested.nameChecked()
            ? "the queue manager that answers must be " + requested.entryName() + ", otherwise 2058"
            : "any queue manager may answer; its name is not checked");
  }

  private static String drawing(CcdtRoute route) {
    if (route.drawn().size() == 1) {
      return "this one:";
    }
    if (route.affinity().isEmpty()) {
      return "chosen by weight, for each connection or once for all, as this host's name decides:";
    }
    return route.affinity().get() == Affinity.NONE
        ? "chosen at random for each connection, by weight (affinity none):"
        : "chosen once for all connections of a process, by weight and this host's name"
            + " (affinity preferred):";
  }
}
