package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.control.fleet.protocol.Content;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * A message as a hub carries it, signed with the fleet's secret: at a broker of one's own others
 * may send, too.
 *
 * @param address it is sent to
 * @param to the member that it is for; those that have its name after it listen there, too
 * @param from the member that sends it
 * @param version of that member's messages
 * @param content the signature, and the message behind it, or nothing to say the version alone
 */
record Sealed(String address, String to, String from, String version, Content content) {

  private static final int SIGNATURE_BYTES = 32;

  /** It with a signature. */
  static Sealed of(
      FleetSecret secret, String address, String to, String from, String version, byte[] message) {
    Sealed unsigned = new Sealed(address, to, from, version, Content.EMPTY);
    byte[] bytes =
        Arrays.copyOf(unsigned.signature(secret, message), SIGNATURE_BYTES + message.length);
    System.arraycopy(message, 0, bytes, SIGNATURE_BYTES, message.length);
    return new Sealed(address, to, from, version, Content.of(bytes));
  }

  private byte[] signature(FleetSecret secret, byte[] message) {
    return secret.mac(String.join("\n", address, to, from, version, "").getBytes(UTF_8), message);
  }

  /** Whether one who knows the secret has sent it, under this name and to this member. */
  boolean isGenuine(FleetSecret secret) {
    return content.size() >= SIGNATURE_BYTES
        && MessageDigest.isEqual(
            Arrays.copyOf(content.bytes(), SIGNATURE_BYTES), signature(secret, message()));
  }

  byte[] message() {
    return Arrays.copyOfRange(content.bytes(), SIGNATURE_BYTES, content.size());
  }
}
