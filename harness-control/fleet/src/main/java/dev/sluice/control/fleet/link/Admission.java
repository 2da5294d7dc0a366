package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines with which a connection between members begins, before TLS:
 *
 * <pre>
 *   listener   sluice-fleet 1 MEMBER NONCE
 *   caller     join FLEET VERSION PROTOCOL MEMBER PROOF
 *                                    (the proof is an HMAC of all of it with the nonce)
 *   listener   welcome   |   refused REASON
 * </pre>
 *
 * So a stranger costs one short line and no thread, who is refused is told why, and a probe sees
 * which process listens. Thread-safe.
 */
record Admission(FleetSettings own, FleetSecret secret) {

  /** Of messages. Changes with every change that an older member would misunderstand. */
  private static final String PROTOCOL = "6";

  /** No line is longer. */
  static final int MAX_LINE_BYTES = 512;

  private static final String WELCOME = "welcome";
  private static final int NONCE_BYTES = 16;
  private static final HexFormat HEX = HexFormat.of();
  private static final Pattern GREETING =
      Pattern.compile("sluice-fleet 1 (" + FleetSettings.NAME + ") ([0-9a-f]{32})");
  private static final Pattern JOIN =
      Pattern.compile(
          "join (%1$s) ([^\\s\\p{Cntrl}]{1,50}) (\\d{1,9}) (%1$s) ([0-9a-f]{64})"
              .formatted(FleetSettings.NAME));
  private static final Pattern REFUSED = Pattern.compile("refused (\\P{Cntrl}{1,300})");

  private static final SecureRandom RANDOM = new SecureRandom();

  /** A number that no proof was ever made for. */
  String nonce() {
    byte[] bytes = new byte[NONCE_BYTES];
    RANDOM.nextBytes(bytes);
    return HEX.formatHex(bytes);
  }

  /** The listener's first line. */
  String greeting(String nonce) {
    return "sluice-fleet 1 " + own.member() + " " + nonce;
  }

  /** The member that greets, or empty if that is no greeting of a fleet. */
  static Optional<String> greeter(String greeting) {
    Matcher parts = GREETING.matcher(greeting);
    return parts.matches() ? Optional.of(parts.group(1)) : Optional.empty();
  }

  /** The caller's line, or empty if the listener's is not one of a fleet. */
  Optional<String> join(String greeting) {
    Matcher parts = GREETING.matcher(greeting);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String words = words(own.fleet(), own.version(), PROTOCOL, own.member());
    return Optional.of("join " + words + " " + proof(parts.group(2), words));
  }

  /** The answer to a caller's line; empty if that is not a line of a fleet at all. */
  Optional<String> answer(String nonce, String line) {
    Matcher parts = JOIN.matcher(line);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String fleet = parts.group(1);
    String version = parts.group(2);
    String protocol = parts.group(3);
    String member = parts.group(4);
    String proof = proof(nonce, words(fleet, version, protocol, member));
    String reason = null;
    if (!MessageDigest.isEqual(proof.getBytes(UTF_8), parts.group(5).getBytes(UTF_8))) {
      reason = "the fleet secret of " + member + " is not that of " + own.member();
    } else if (!fleet.equals(own.fleet())) {
      reason = member + " looks for fleet '" + fleet + "', and this is fleet '" + own.fleet() + "'";
    } else if (!version.equals(own.version())) {
      reason = member + " is version " + version + ", and " + own.member() + " is " + own.version();
    } else if (!protocol.equals(PROTOCOL)) {
      reason = "both are version %s, but %s is another build".formatted(version, member);
    }
    return Optional.of(reason == null ? WELCOME : "refused " + reason);
  }

  /** The member that says a line which was answered with a welcome. */
  static String caller(String join) {
    return join.split(" ", -1)[4];
  }

  /** Whether the listener's answer is a welcome. */
  static boolean isWelcome(String answer) {
    return answer.equals(WELCOME);
  }

  /** Why the listener refuses, or empty if it does not say so. */
  static Optional<String> refusal(String answer) {
    Matcher parts = REFUSED.matcher(answer);
    return parts.matches() ? Optional.of(parts.group(1)) : Optional.empty();
  }

  private static String words(String fleet, String version, String protocol, String member) {
    return String.join(" ", fleet, version, protocol, member);
  }

  private String proof(String nonce, String words) {
    return HEX.formatHex(secret.mac(("join " + nonce + " " + words).getBytes(UTF_8)));
  }
}
