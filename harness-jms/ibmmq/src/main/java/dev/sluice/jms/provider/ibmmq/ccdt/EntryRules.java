package dev.sluice.jms.provider.ibmmq.ccdt;

import dev.sluice.core.text.NearestWord;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding.Severity;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Mistakes of an entry by itself.
 *
 * @param cipherSpecs the CipherSpecs that clients and queue managers use
 */
record EntryRules(Set<String> cipherSpecs, CcdtEntry entry, Consumer<CcdtFinding> findings) {

  private static final String MANAGEMENT = ".connectionManagement.";

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

  private void checkNames() {
    String characters = "Use letters, digits and . / _ % only";
    String channel = "'" + entry.channel() + "'";
    if (!OBJECT_NAME.matcher(entry.channel()).matches()) {
      find(Severity.ERROR, ".name", channel + " is not the name of a channel", characters);
    }
    String name = entry.queueManager();
    String part = ".clientConnection.queueManager";
    if (name.startsWith("*")) {
      find(
          Severity.ERROR,
          part,
          "'" + name + "' begins with a star, so it does not match usual names",
          "Write '"
              + name.substring(1)
              + "'; the star belongs to the application's queue manager name");
    } else if (!name.isEmpty() && !OBJECT_NAME.matcher(name).matches()) {
      find(Severity.ERROR, part, "'" + name + "' is not the name of a queue manager", characters);
    }
  }

  private void checkAddresses() {
    String part = ".clientConnection.connection";
    List<CcdtAddress> addresses = entry.addresses();
    if (addresses.isEmpty()) {
      find(Severity.ERROR, part, "is empty", "Give a host and a port");
    }
    for (int i = 0; i < addresses.size(); i++) {
      String at = part + "[" + i + "]";
      int port = addresses.get(i).port();
      if (addresses.get(i).host().isBlank()) {
        find(Severity.ERROR, at + ".host", "is missing", "");
      }
      if (port < 1 || port > MAX_PORT) {
        find(
            Severity.ERROR,
            at + ".port",
            port + " is not a valid port",
            "Ports are 1 to " + MAX_PORT);
      }
    }
  }

  private void checkWeight() {
    int weight = entry.effectiveWeight();
    if (weight < 0 || weight > MAX_WEIGHT) {
      find(
          Severity.ERROR,
          MANAGEMENT + "clientWeight",
          weight + " is not a valid weight",
          "Weights are 0 to " + MAX_WEIGHT + "; clients treat other values differently");
    }
  }

  private void checkHeartbeat() {
    String part = MANAGEMENT + "heartbeatInterval";
    int seconds = entry.heartbeatSeconds().orElse(DEFAULT_HEARTBEAT_SECONDS);
    String remedy = "Set 5 to 10 here and on the server connection channel";
    if (seconds < 0) {
      find(Severity.ERROR, part, seconds + " is not a valid time", remedy);
    } else if (seconds == 0) {
      find(
          Severity.WARNING,
          part,
          "0 switches heartbeats off: only TCP notices a cut network, if at all",
          remedy);
    } else if (seconds > LONG_HEARTBEAT_SECONDS) {
      find(
          Severity.WARNING,
          part,
          is(entry.heartbeatSeconds())
              + seconds
              + " s: a cut network is noticed after "
              + (seconds + LONG_HEARTBEAT_SECONDS)
              + " s",
          remedy);
    }
  }

  private static String is(OptionalInt given) {
    return given.isEmpty() ? "is missing, which means " : "is ";
  }

  private void checkSharing() {
    String part = MANAGEMENT + "sharingConversations";
    int sharing = entry.sharingConversations().orElse(DEFAULT_SHARING_CONVERSATIONS);
    if (sharing < 0) {
      find(Severity.ERROR, part, sharing + " is not a valid number of conversations", "Set 1");
    } else if (sharing == 0) {
      find(
          Severity.WARNING,
          part,
          "0: no automatic reconnection or balancing, and heartbeats only during a waiting get",
          "Set 1");
    } else if (sharing > 1) {
      find(
          Severity.ADVICE,
          part,
          is(entry.sharingConversations())
              + sharing
              + ": workers share sockets, which costs throughput",
          "Set 1 here or on the server connection channel for load tests");
    }
  }

  private void checkMessageLength() {
    String part = ".general.maximumMessageLength";
    int bytes = entry.maximumMessageBytes().orElse(DEFAULT_MAXIMUM_MESSAGE_BYTES);
    if (bytes < 0 || bytes > LARGEST_MESSAGE_BYTES) {
      find(
          Severity.ERROR,
          part,
          bytes + " is out of range",
          "Use 0 (the queue manager's limit) to " + LARGEST_MESSAGE_BYTES);
    } else if (bytes > 0 && bytes < DEFAULT_MAXIMUM_MESSAGE_BYTES) {
      find(
          Severity.ADVICE,
          part,
          "messages of more than " + bytes + " bytes, headers included, fail",
          "Leave it out for the default of " + DEFAULT_MAXIMUM_MESSAGE_BYTES);
    }
  }

  private void checkCipher() {
    String cipher = entry.cipherSpecification();
    String part = ".transmissionSecurity.cipherSpecification";
    String usual = "Use ANY_TLS12_OR_HIGHER";
    if (cipher.isEmpty() || cipherSpecs.contains(cipher)) {
      return;
    }
    if (OLD_CIPHER.matcher(cipher).matches()) {
      find(Severity.WARNING, part, cipher + " is weak; queue managers reject it by default", usual);
    } else {
      find(
          Severity.ERROR,
          part,
          "'" + cipher + "' is not a CipherSpec; connecting fails with 2393",
          NearestWord.of(cipher, cipherSpecs.stream().sorted().toList())
              .map(near -> "Did you mean " + near + "?")
              .orElse(usual));
    }
  }
}
