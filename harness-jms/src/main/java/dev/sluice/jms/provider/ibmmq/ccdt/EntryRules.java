package dev.sluice.jms.provider.ibmmq.ccdt;

import dev.sluice.core.text.NearestWord;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding.Severity;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Mistakes of an entry by itself. */
final class EntryRules {

  private static final int MAX_PORT = 65_535;
  private static final int MAX_WEIGHT = 99;

  /** The longest heartbeat with which a cut network is noticed in reasonable time. */
  private static final int LONG_HEARTBEAT_SECONDS = 60;

  private static final int DEFAULT_HEARTBEAT_SECONDS = 300;
  private static final int DEFAULT_SHARING_CONVERSATIONS = 10;

  /** The default limit of queue managers and channels: 4 MiB. */
  private static final int DEFAULT_MAXIMUM_MESSAGE_BYTES = 4_194_304;

  /** IBM MQ's limit: 100 MiB. */
  private static final int LARGEST_MESSAGE_BYTES = 104_857_600;

  /** The characters of names of IBM MQ objects. */
  private static final Pattern OBJECT_NAME = Pattern.compile("[A-Za-z0-9._/%]+");

  /** CipherSpecs of earlier times; the client still takes them. */
  private static final Pattern OLD_CIPHER =
      Pattern.compile(".*(NULL|DES|RC2|RC4|MD5).*|.*_SHA(_US|_EXPORT)?");

  private final Set<String> cipherSpecs;

  EntryRules(Set<String> cipherSpecs) {
    this.cipherSpecs = Set.copyOf(cipherSpecs);
  }

  void check(CcdtEntry entry, Consumer<CcdtFinding> findings) {
    checkNames(entry, findings);
    checkAddresses(entry, findings);
    checkWeight(entry, findings);
    checkHeartbeat(entry, findings);
    checkSharing(entry, findings);
    checkMessageLength(entry, findings);
    checkCipher(entry, findings);
  }

  private static void checkNames(CcdtEntry entry, Consumer<CcdtFinding> findings) {
    if (!OBJECT_NAME.matcher(entry.channel()).matches()) {
      findings.accept(
          new CcdtFinding(
              Severity.ERROR,
              entry.place() + ".name",
              "'" + entry.channel() + "' is not the name of a channel",
              "Use letters, digits and . / _ % only"));
    }
    String queueManager = entry.queueManager();
    String place = entry.place() + ".clientConnection.queueManager";
    if (queueManager.startsWith("*")) {
      findings.accept(
          new CcdtFinding(
              Severity.ERROR,
              place,
              "'" + queueManager + "' begins with a star, so it does not match usual names",
              "Write '"
                  + queueManager.substring(1)
                  + "'; the star belongs to the application's queue manager name"));
    } else if (!queueManager.isEmpty() && !OBJECT_NAME.matcher(queueManager).matches()) {
      findings.accept(
          new CcdtFinding(
              Severity.ERROR,
              place,
              "'" + queueManager + "' is not the name of a queue manager",
              "Use letters, digits and . / _ % only"));
    }
  }

  private static void checkAddresses(CcdtEntry entry, Consumer<CcdtFinding> findings) {
    String place = entry.place() + ".clientConnection.connection";
    List<CcdtAddress> addresses = entry.addresses();
    if (addresses.isEmpty()) {
      findings.accept(new CcdtFinding(Severity.ERROR, place, "is empty", "Give a host and a port"));
    }
    for (int i = 0; i < addresses.size(); i++) {
      String at = place + "[" + i + "]";
      CcdtAddress address = addresses.get(i);
      if (address.host().isBlank()) {
        findings.accept(new CcdtFinding(Severity.ERROR, at + ".host", "is missing", ""));
      }
      if (address.port() < 1 || address.port() > MAX_PORT) {
        findings.accept(
            new CcdtFinding(
                Severity.ERROR,
                at + ".port",
                address.port() + " is not a valid port",
                "Ports are 1 to " + MAX_PORT));
      }
    }
  }

  private static void checkWeight(CcdtEntry entry, Consumer<CcdtFinding> findings) {
    int weight = entry.effectiveWeight();
    if (weight < 0 || weight > MAX_WEIGHT) {
      findings.accept(
          new CcdtFinding(
              Severity.ERROR,
              entry.place() + ".connectionManagement.clientWeight",
              weight + " is not a valid weight",
              "Weights are 0 to " + MAX_WEIGHT + "; clients treat other values differently"));
    }
  }

  private static void checkHeartbeat(CcdtEntry entry, Consumer<CcdtFinding> findings) {
    String place = entry.place() + ".connectionManagement.heartbeatInterval";
    int seconds = entry.heartbeatSeconds().orElse(DEFAULT_HEARTBEAT_SECONDS);
    String remedy = "Set 5 to 10 here and on the server connection channel";
    if (seconds < 0) {
      findings.accept(
          new CcdtFinding(Severity.ERROR, place, seconds + " is not a valid time", remedy));
    } else if (seconds == 0) {
      findings.accept(
          new CcdtFinding(
              Severity.WARNING,
              place,
              "0 switches heartbeats off: only TCP notices a cut network, if at all",
              remedy));
    } else if (seconds > LONG_HEARTBEAT_SECONDS) {
      findings.accept(
          new CcdtFinding(
              Severity.WARNING,
              place,
              (entry.heartbeatSeconds().isEmpty() ? "is missing, which means " : "is ")
                  + seconds
                  + " s: a cut network is noticed after "
                  + (seconds + LONG_HEARTBEAT_SECONDS)
                  + " s",
              remedy));
    }
  }

  private static void checkSharing(CcdtEntry entry, Consumer<CcdtFinding> findings) {
    String place = entry.place() + ".connectionManagement.sharingConversations";
    int sharing = entry.sharingConversations().orElse(DEFAULT_SHARING_CONVERSATIONS);
    if (sharing < 0) {
      findings.accept(
          new CcdtFinding(
              Severity.ERROR, place, sharing + " is not a valid number of conversations", "Set 1"));
    } else if (sharing == 0) {
      findings.accept(
          new CcdtFinding(
              Severity.WARNING,
              place,
              "0: no automatic reconnection or balancing, and heartbeats only during a waiting get",
              "Set 1"));
    } else if (sharing > 1) {
      findings.accept(
          new CcdtFinding(
              Severity.ADVICE,
              place,
              (entry.sharingConversations().isEmpty() ? "is missing, which means " : "is ")
                  + sharing
                  + ": workers share sockets, which costs throughput",
              "Set 1 here or on the server connection channel for load tests"));
    }
  }

  private static void checkMessageLength(CcdtEntry entry, Consumer<CcdtFinding> findings) {
    String place = entry.place() + ".general.maximumMessageLength";
    int bytes = entry.maximumMessageBytes().orElse(DEFAULT_MAXIMUM_MESSAGE_BYTES);
    if (bytes < 0 || bytes > LARGEST_MESSAGE_BYTES) {
      findings.accept(
          new CcdtFinding(
              Severity.ERROR,
              place,
              bytes + " is out of range",
              "Use 0 (the queue manager's limit) to " + LARGEST_MESSAGE_BYTES));
    } else if (bytes > 0 && bytes < DEFAULT_MAXIMUM_MESSAGE_BYTES) {
      findings.accept(
          new CcdtFinding(
              Severity.ADVICE,
              place,
              "messages of more than " + bytes + " bytes, headers included, fail",
              "Leave it out for the default of " + DEFAULT_MAXIMUM_MESSAGE_BYTES));
    }
  }

  private void checkCipher(CcdtEntry entry, Consumer<CcdtFinding> findings) {
    String cipher = entry.cipherSpecification();
    if (cipher.isEmpty() || cipherSpecs.contains(cipher)) {
      return;
    }
    String place = entry.place() + ".transmissionSecurity.cipherSpecification";
    if (OLD_CIPHER.matcher(cipher).matches()) {
      findings.accept(
          new CcdtFinding(
              Severity.WARNING,
              place,
              cipher + " is weak; queue managers reject it by default",
              "Use ANY_TLS12_OR_HIGHER"));
      return;
    }
    findings.accept(
        new CcdtFinding(
            Severity.ERROR,
            place,
            "'" + cipher + "' is not a CipherSpec; connecting fails with 2393",
            NearestWord.of(cipher, cipherSpecs.stream().sorted().toList())
                .map(near -> "Did you mean " + near + "?")
                .orElse("Use ANY_TLS12_OR_HIGHER")));
  }
}
