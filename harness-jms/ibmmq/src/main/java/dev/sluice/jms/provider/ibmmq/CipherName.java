package dev.sluice.jms.provider.ibmmq;

import dev.sluice.jms.provider.ConfigurationException;
import java.util.Map;
import java.util.TreeMap;

/**
 * A TLS cipher: the name that a person gave, and the suite that the client takes. Queue managers
 * name ciphers by CipherSpec ({@code ECDHE_RSA_AES_256_GCM_SHA384}), Java by suite ({@code
 * TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384}), and IBM's Java runtimes by suites that begin with {@code
 * SSL_}; all three are understood.
 *
 * @param given by a person
 * @param suite for the client
 */
public record CipherName(String given, String suite) {

  private static final Map<String, String> SUITE_BY_SPEC =
      Map.ofEntries(
          Map.entry("ANY", "*ANY"),
          Map.entry("ANY_TLS12", "*TLS12"),
          Map.entry("ANY_TLS12_OR_HIGHER", "*TLS12ORHIGHER"),
          Map.entry("ANY_TLS13", "*TLS13"),
          Map.entry("ANY_TLS13_OR_HIGHER", "*TLS13ORHIGHER"),
          Map.entry("TLS_AES_128_GCM_SHA256", "TLS_AES_128_GCM_SHA256"),
          Map.entry("TLS_AES_256_GCM_SHA384", "TLS_AES_256_GCM_SHA384"),
          Map.entry("TLS_CHACHA20_POLY1305_SHA256", "TLS_CHACHA20_POLY1305_SHA256"),
          Map.entry("ECDHE_ECDSA_AES_128_CBC_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"),
          Map.entry("ECDHE_ECDSA_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
          Map.entry("ECDHE_ECDSA_AES_256_CBC_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384"),
          Map.entry("ECDHE_ECDSA_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"),
          Map.entry("ECDHE_RSA_AES_128_CBC_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256"),
          Map.entry("ECDHE_RSA_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"),
          Map.entry("ECDHE_RSA_AES_256_CBC_SHA384", "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384"),
          Map.entry("ECDHE_RSA_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"),
          Map.entry("TLS_RSA_WITH_AES_128_CBC_SHA256", "TLS_RSA_WITH_AES_128_CBC_SHA256"),
          Map.entry("TLS_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_128_GCM_SHA256"),
          Map.entry("TLS_RSA_WITH_AES_256_CBC_SHA256", "TLS_RSA_WITH_AES_256_CBC_SHA256"),
          Map.entry("TLS_RSA_WITH_AES_256_GCM_SHA384", "TLS_RSA_WITH_AES_256_GCM_SHA384"));

  private static final String IBM_JAVA_PREFIX = "SSL_";

  /**
   * Understands a CipherSpec or the name of a suite.
   *
   * @throws ConfigurationException if it is neither; lists what is
   */
  public static CipherName of(String given) {
    String suite = SUITE_BY_SPEC.get(given);
    if (suite != null) {
      return new CipherName(given, suite);
    }
    String javaName =
        given.startsWith(IBM_JAVA_PREFIX)
            ? "TLS_" + given.substring(IBM_JAVA_PREFIX.length())
            : given;
    if (SUITE_BY_SPEC.containsValue(javaName)) {
      return new CipherName(given, javaName);
    }
    throw new ConfigurationException(
        "cipher '"
            + given
            + "' is neither a CipherSpec nor a cipher suite that the client can use; "
            + "CipherSpecs are "
            + String.join(", ", specs().keySet()));
  }

  /** The suite of every CipherSpec, sorted. */
  public static Map<String, String> specs() {
    return new TreeMap<>(SUITE_BY_SPEC);
  }

  String describe() {
    return given.equals(suite) ? given : given + " (" + suite + ")";
  }
}
