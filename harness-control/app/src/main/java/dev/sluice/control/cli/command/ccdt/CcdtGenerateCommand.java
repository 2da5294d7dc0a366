package dev.sluice.control.cli.command.ccdt;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.process.ExitCode;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.ibmmq.CipherName;
import dev.sluice.jms.provider.ibmmq.ccdt.Ccdt;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Address;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtLint;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtPlan;
import dev.sluice.jms.provider.ibmmq.ccdt.NamedObject;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Writes a channel definition table. */
@Command(
    name = "generate",
    description = {
      "Write a JSON CCDT with two entries for each queue manager: one for the group, "
          + "one with its own name.",
      "The hosts take turns, and the queue managers of a host have consecutive ports: with hosts"
          + " A,B and port 1414 the first is at A(1414), the second at B(1414), the third at"
          + " A(1415). With A*2,B*2 the first two are at A, the next two at B; with A:1420*2,B*2"
          + " those at A have the ports 1420 and 1421."
    },
    footer = {
      "  sluice ccdt generate --group UC01QM --queue-managers UC01QM01..UC01QM12 \\",
      "      --hosts mqhost1*6,mqhost2*6 --channel PERF.APP.CHL --output UC01.json"
    })
final class CcdtGenerateCommand extends CommandPart implements Callable<Integer> {

  private static final OpenOption[] ANY_FILE = {};
  private static final OpenOption[] NEW_FILE = {
    StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE
  };
  private static final Pattern RANGE = Pattern.compile("(.*?)(\\d{1,6})\\.\\.(.*?)(\\d{1,6})");
  private static final Pattern PLACES =
      Pattern.compile(
          "(?:\\[([^]]+)]|([^*:]+|[^*]*:[^*]*:[^*]*))(?::(\\d{1,5}))?(?:\\*([1-9]\\d{0,3}))?");
  private static final int MAX_PORT = 65_535;

  @Option(
      names = "--group",
      paramLabel = "NAME",
      description =
          "The group that applications connect to as *NAME; without it there are only "
              + "entries by name.")
  String group;

  @Option(
      names = "--queue-managers",
      required = true,
      split = ",",
      paramLabel = "NAME",
      description = "Names, or ranges such as UC01QM01..UC01QM12.")
  List<String> queueManagers;

  @Option(
      names = "--hosts",
      split = ",",
      paramLabel = "HOST",
      defaultValue = "localhost",
      description =
          "The hosts they run on (default ${DEFAULT-VALUE}); HOST*6 places six in a row, HOST:PORT "
              + "begins with a port of its own.")
  List<String> hosts;

  @Option(
      names = "--base-port",
      paramLabel = "PORT",
      converter = Converters.Port.class,
      description = "The port of the first queue manager of each host (default ${DEFAULT-VALUE}).")
  int basePort = 1414;

  @Option(
      names = "--channel",
      required = true,
      paramLabel = "NAME",
      description = "The server connection channel.")
  String channel;

  @Option(
      names = "--sharing-conversations",
      paramLabel = "COUNT",
      description = "Conversations on one socket (default ${DEFAULT-VALUE}, the fastest).")
  int sharingConversations = 1;

  @Option(
      names = "--heartbeat",
      paramLabel = "SECONDS",
      description =
          "Heartbeat interval (default ${DEFAULT-VALUE}); the longer one of client and "
              + "channel applies.")
  int heartbeatSeconds = 10;

  @Option(
      names = "--weight",
      paramLabel = "0..99",
      description =
          "Weight of each entry (default ${DEFAULT-VALUE}: connections are spread " + "evenly).")
  int weight = 1;

  @Option(
      names = "--cipher",
      paramLabel = "NAME",
      description = "The CipherSpec (ANY_TLS12_OR_HIGHER); no TLS without.")
  String cipher = "";

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Write here instead of to the standard output.")
  Path output;

  @Option(names = "--force", description = "Overwrite an existing file.")
  boolean force;

  @Override
  public Integer call() {
    CcdtPlan plan =
        new CcdtPlan(
            Optional.ofNullable(group),
            queueManagers.stream().map(this::names).flatMap(List::stream).toList(),
            hosts.stream().map(this::places).flatMap(List::stream).toList(),
            channel,
            sharingConversations,
            heartbeatSeconds,
            weight,
            cipher);
    requireDistinct(plan);
    String json = plan.table("new").json();
    new CcdtLint(CipherName.specs().keySet()).requireNoErrors(Ccdt.parse("new", json));
    if (output == null) {
      out().print(json);
      out().flush();
    } else {
      write(json);
    }
    return ExitCode.OK;
  }

  private static void requireDistinct(CcdtPlan plan) {
    Map<Address, String> taken = new HashMap<>();
    for (int i = 0; i < plan.queueManagers().size(); i++) {
      String name = plan.queueManagers().get(i);
      Address address = plan.addressOf(i);
      String other = taken.put(address, name);
      if (other != null) {
        throw new ConfigurationException(
            "%s and %s would both be at %s(%d); choose other ports in --hosts"
                .formatted(other, name, address.host(), address.port()));
      }
    }
  }

  private void write(String json) {
    try {
      Files.writeString(output, json, force ? ANY_FILE : NEW_FILE);
    } catch (FileAlreadyExistsException e) {
      throw new ConfigurationException(
          output + " exists; use --force to overwrite it, or another --output", e);
    } catch (IOException e) {
      throw new ConfigurationException(
          output + " cannot be written (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  /** A name, or a range of names that end in a number: {@code UC01QM01..UC01QM12}. */
  private List<String> names(String value) {
    Matcher range = RANGE.matcher(value);
    List<String> names = range.matches() ? expanded(value, range) : List.of(value);
    for (String name : names) {
      if (NamedObject.QUEUE_MANAGER.wrong(name).isPresent() || name.contains("..")) {
        throw noNames(value, " is neither a queue manager name nor a range such as QM01..QM12");
      }
    }
    return names;
  }

  private List<String> expanded(String value, Matcher range) {
    String prefix = range.group(1);
    int first = Integer.parseInt(range.group(2));
    int last = Integer.parseInt(range.group(4));
    if (!prefix.equals(range.group(3))) {
      throw noNames(value, ": both names must be the same up to the number");
    }
    if (first > last) {
      throw noNames(value, " ends before it begins");
    }
    String form = "%0" + range.group(2).length() + "d"; // 01..12 keeps its zeros
    return IntStream.rangeClosed(first, last).mapToObj(i -> prefix + form.formatted(i)).toList();
  }

  private ParameterException noNames(String value, String why) {
    return invalid("--queue-managers", "'" + value + "'" + why);
  }

  /** A host, or places for several queue managers on one: {@code mqhost1:1420*6}. */
  private List<Address> places(String value) {
    Matcher places = PLACES.matcher(value);
    if (!places.matches()) {
      throw invalid(
          "--hosts", "'" + value + "' is neither a host nor places, as host*6 or host:1420*6");
    }
    String host = places.group(1) == null ? places.group(2) : places.group(1);
    int port = places.group(3) == null ? basePort : Integer.parseInt(places.group(3));
    if (places.group(3) != null && (port < 1 || port > MAX_PORT)) {
      throw invalid("--hosts", "'" + value + "' has a port that is not from 1 to 65535");
    }
    int count = places.group(4) == null ? 1 : Integer.parseInt(places.group(4));
    return Collections.nCopies(count, new Address(host, port));
  }
}
