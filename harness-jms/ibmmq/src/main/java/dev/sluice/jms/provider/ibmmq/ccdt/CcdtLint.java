package dev.sluice.jms.provider.ibmmq.ccdt;

import dev.sluice.core.text.NearestWord;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Address;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Affinity;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding.Severity;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds errors and risks in a channel table that the client accepts; {@link CcdtParser} refuses the
 * others, which never get here.
 *
 * @param cipherSpecs the CipherSpecs that clients and queue managers use
 */
public record CcdtLint(Set<String> cipherSpecs) {

  /**
   * The findings, the worst first.
   *
   * @param routes where workers go to by what they ask for
   */
  public List<CcdtFinding> findings(Ccdt table, List<CcdtRoute> routes) {
    List<CcdtFinding> findings = new ArrayList<>();
    table.entries().forEach(entry -> new OfEntry(cipherSpecs, entry, findings::add).check());
    new OfGroups(table, findings::add).check();
    routes.forEach(route -> new OfRoute(route, findings::add).check());
    findings.sort(Comparator.comparing(CcdtFinding::severity));
    return findings;
  }

  /**
   * Refuses a table with errors in an entry.
   *
   * @throws ConfigurationException that names the first
   */
  public void requireNoErrors(Ccdt table) {
    for (CcdtFinding finding : findings(table, List.of())) {
      if (finding.severity() == Severity.ERROR) {
        throw new ConfigurationException("CCDT file " + table.name() + ": " + finding.line());
      }
    }
  }

  /** Mistakes of an entry by itself. */
  private record OfEntry(Set<String> cipherSpecs, CcdtEntry entry, Consumer<CcdtFinding> findings) {

    private static final String WEIGHT = ".connectionManagement.clientWeight";
    private static final String HEARTBEAT = ".connectionManagement.heartbeatInterval";
    private static final String SHARING = ".connectionManagement.sharingConversations";
    private static final String MESSAGE_LENGTH = ".general.maximumMessageLength";
    private static final String CIPHER = ".transmissionSecurity.cipherSpecification";
    private static final String QUEUE_MANAGER = ".clientConnection.queueManager";
    private static final String CONNECTION = ".clientConnection.connection";

    private static final int MAX_WEIGHT = 99;

    /** The longest heartbeat with which a cut network is noticed in reasonable time. */
    private static final int LONG_HEARTBEAT_SECONDS = 60;

    private static final int DEFAULT_HEARTBEAT_SECONDS = 300;
    private static final int DEFAULT_SHARING_CONVERSATIONS = 10;

    /** The default limit of queue managers and channels: 4 MiB. */
    private static final int DEFAULT_MAXIMUM_MESSAGE_BYTES = 4_194_304;

    /** IBM MQ's limit: 100 MiB. */
    private static final int LARGEST_MESSAGE_BYTES = 104_857_600;

    /** CipherSpecs of earlier times; the client still takes them. */
    private static final Pattern OLD_CIPHER =
        Pattern.compile(".*(NULL|DES|RC2|RC4|MD5).*|.*_SHA(_US|_EXPORT)?");

    void check() {
      checkNames();
      checkAddresses();
      checkWeight();
      checkHeartbeat();
      checkSharing();
      checkMessageLength();
      checkCipher();
    }

    private void find(Severity severity, String part, String message, String remedy) {
      findings.accept(new CcdtFinding(severity, entry.place() + part, message, remedy));
    }

    private void error(String part, String message, String remedy) {
      find(Severity.ERROR, part, message, remedy);
    }

    private void checkNames() {
      NamedObject.CHANNEL.wrong(entry.channel()).ifPresent(why -> error(".name", why, ""));
      String name = entry.queueManager();
      if (name.startsWith("*")) {
        String bare = name.substring(1);
        error(
            QUEUE_MANAGER,
            "'" + name + "' begins with a star, so it does not match usual names",
            "Write '" + bare + "'; the star belongs to the application's queue manager name");
      } else if (!name.isEmpty()) {
        NamedObject.QUEUE_MANAGER.wrong(name).ifPresent(why -> error(QUEUE_MANAGER, why, ""));
      }
    }

    private void checkAddresses() {
      List<Address> addresses = entry.addresses();
      if (addresses.isEmpty()) {
        error(CONNECTION, "is empty", "Give a host and a port");
      }
      for (int i = 0; i < addresses.size(); i++) {
        String at = CONNECTION + "[" + i + "]";
        Address address = addresses.get(i);
        address.wrongHost().ifPresent(why -> error(at + ".host", why, "Give the host alone"));
        address.wrongPort().ifPresent(why -> error(at + ".port", why, ""));
      }
    }

    private void checkWeight() {
      int weight = entry.effectiveWeight();
      if (weight < 0 || weight > MAX_WEIGHT) {
        error(
            WEIGHT,
            weight + " is not a valid weight",
            "Weights are 0 to " + MAX_WEIGHT + "; clients treat other values differently");
      }
    }

    private void checkHeartbeat() {
      int seconds = entry.heartbeatSeconds().orElse(DEFAULT_HEARTBEAT_SECONDS);
      String remedy = "Set 5 to 10 here and on the server connection channel";
      if (seconds < 0) {
        error(HEARTBEAT, seconds + " is not a valid time", remedy);
      } else if (seconds == 0) {
        String message = "0 switches heartbeats off: only TCP notices a cut network, if at all";
        find(Severity.WARNING, HEARTBEAT, message, remedy);
      } else if (seconds > LONG_HEARTBEAT_SECONDS) {
        int noticed = seconds + LONG_HEARTBEAT_SECONDS;
        String message = seconds + " s: a cut network is noticed after " + noticed + " s";
        find(Severity.WARNING, HEARTBEAT, is(entry.heartbeatSeconds()) + message, remedy);
      }
    }

    private static String is(OptionalInt given) {
      return given.isEmpty() ? "is missing, which means " : "is ";
    }

    private void checkSharing() {
      int sharing = entry.sharingConversations().orElse(DEFAULT_SHARING_CONVERSATIONS);
      if (sharing < 0) {
        error(SHARING, sharing + " is not a valid number of conversations", "Set 1");
      } else if (sharing == 0) {
        find(
            Severity.WARNING,
            SHARING,
            "0: no automatic reconnection or balancing, and heartbeats only during a waiting get",
            "Set 1");
      } else if (sharing > 1) {
        String message = sharing + ": workers share sockets, which costs throughput";
        find(
            Severity.ADVICE,
            SHARING,
            is(entry.sharingConversations()) + message,
            "Set 1 here or on the server connection channel for load tests");
      }
    }

    private void checkMessageLength() {
      int bytes = entry.maximumMessageBytes().orElse(DEFAULT_MAXIMUM_MESSAGE_BYTES);
      if (bytes < 0 || bytes > LARGEST_MESSAGE_BYTES) {
        String remedy = "Use 0 (the queue manager's limit) to " + LARGEST_MESSAGE_BYTES;
        error(MESSAGE_LENGTH, bytes + " is out of range", remedy);
      } else if (bytes > 0 && bytes < DEFAULT_MAXIMUM_MESSAGE_BYTES) {
        find(
            Severity.ADVICE,
            MESSAGE_LENGTH,
            "messages of more than " + bytes + " bytes, headers included, fail",
            "Leave it out for the default of " + DEFAULT_MAXIMUM_MESSAGE_BYTES);
      }
    }

    private void checkCipher() {
      String cipher = entry.cipherSpecification();
      String usual = "Use ANY_TLS12_OR_HIGHER";
      if (cipher.isEmpty() && !entry.certificateLabel().isEmpty()) {
        error(CIPHER, "is missing, so the certificateLabel makes connecting fail with 2596", usual);
      }
      if (cipher.isEmpty() || cipherSpecs.contains(cipher)) {
        return;
      }
      if (OLD_CIPHER.matcher(cipher).matches()) {
        String message = cipher + " is weak; queue managers reject it by default";
        find(Severity.WARNING, CIPHER, message, usual);
      } else {
        error(
            CIPHER,
            "'" + cipher + "' is not a CipherSpec; connecting fails with 2393",
            NearestWord.of(cipher, cipherSpecs.stream().sorted().toList())
                .map(near -> "Did you mean " + near + "?")
                .orElse(usual));
      }
    }
  }

  /** Mistakes of several entries together. */
  private record OfGroups(Ccdt table, Consumer<CcdtFinding> findings) {

    void check() {
      checkDuplicates();
      table.queueManagers().forEach(name -> checkRealNames(table.entriesOf(name)));
    }

    private void warn(String place, String message, String remedy) {
      findings.accept(new CcdtFinding(Severity.WARNING, place, message, remedy));
    }

    /** The client takes entries for the same if these three are. */
    private void checkDuplicates() {
      Map<List<Object>, CcdtEntry> seen = new HashMap<>();
      for (CcdtEntry entry : table.entries()) {
        CcdtEntry earlier =
            seen.putIfAbsent(
                List.of(entry.channel(), entry.queueManager(), entry.addresses()), entry);
        if (earlier != null) {
          warn(
              entry.place(),
              "has channel, queue manager and addresses of " + earlier.place(),
              "Remove one; use weights instead");
        }
      }
    }

    /** A uniform cluster asks an application to go to a queue manager by its real name. */
    private void checkRealNames(List<CcdtEntry> group) {
      if (places(group).size() < 2) {
        return; // several channels of one queue manager
      }
      Set<List<Address>> named = addressesOfRealNames();
      for (CcdtEntry entry : group) {
        if (!named.contains(entry.addresses())) {
          warn(
              entry.place(),
              "no other entry has the real name of this queue manager of "
                  + group(entry)
                  + ": a uniform cluster cannot move applications to it",
              "Add the same entry with the queue manager's own name");
        }
      }
    }

    /** Where names lead that lead to one place only. */
    private Set<List<Address>> addressesOfRealNames() {
      Set<List<Address>> named = new HashSet<>();
      for (String name : table.queueManagers()) {
        Set<List<Address>> places = places(table.entriesOf(name));
        if (!name.isEmpty() && places.size() == 1) {
          named.addAll(places);
        }
      }
      return named;
    }

    private static Set<List<Address>> places(List<CcdtEntry> entries) {
      return entries.stream().map(CcdtEntry::addresses).collect(Collectors.toSet());
    }
  }

  /** What the addresses that serve one name do together. */
  private record OfRoute(CcdtRoute route, Consumer<CcdtFinding> findings) {

    void check() {
      List<Candidate> first = route.first();
      List<Candidate> drawn = route.drawn();
      if (drawn.size() > 1 && route.affinity().isEmpty()) {
        find(
            Severity.ERROR,
            drawn.get(0).entry(),
            "affinity",
            "differs within "
                + group(drawn.get(0).entry())
                + ": which entry decides for all depends on the weights and on this host's name",
            "Set the same affinity on every entry of the group");
      }
      if (route.requested().nameChecked() || first.size() + drawn.size() < 2) {
        return; // no group was asked for, or there is no choice
      }
      if (!first.isEmpty()) {
        CcdtEntry start = first.get(0).entry();
        find(
            Severity.WARNING,
            start,
            "clientWeight",
            (start.weight().isEmpty() ? "is missing, which means 0" : "0")
                + ": always tried first, whatever the weights of the others in "
                + group(start)
                + ", so that all workers go to "
                + first.get(0).address()
                + " while it answers",
            "Give every entry of the group a weight from 1 to 99");
      }
      if (route.affinity().equals(Optional.of(Affinity.PREFERRED))) {
        CcdtEntry start = route.entries().get(0);
        find(
            Severity.WARNING,
            start,
            "affinity",
            (start.affinity().isEmpty() ? "is missing, which means preferred" : "preferred")
                + ": all workers of a process go to one queue manager of "
                + group(start),
            "Set none on every entry of the group");
      }
    }

    private void find(
        Severity severity, CcdtEntry entry, String key, String message, String remedy) {
      String place = entry.place() + ".connectionManagement." + key;
      findings.accept(new CcdtFinding(severity, place, message, remedy));
    }
  }

  private static String group(CcdtEntry entry) {
    return entry.queueManager().isEmpty()
        ? "the default group"
        : "group '" + entry.queueManager() + "'";
  }
}
