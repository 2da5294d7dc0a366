package dev.sluice.jms.provider.ibmmq;

import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.Secret;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The options of how connections to IBM MQ are encrypted. */
final class TlsOptions {

  private static final String GROUP = "ibmmq: TLS: ";
  private static final String KEY_PASSWORD = "SLUICE_KEY_STORE_PASSWORD";
  private static final String TRUST_PASSWORD = "SLUICE_TRUST_STORE_PASSWORD";

  private static final ProviderOption<String> CIPHER =
      ProviderOption.text(
          "--cipher",
          "NAME",
          "",
          GROUP + "a CipherSpec (ANY_TLS12_OR_HIGHER) or a JSSE cipher suite.");

  private static final ProviderOption<Path> KEY_STORE =
      ProviderOption.file(
          "--key-store",
          GROUP
              + "the client's own key and certificate, PKCS#12 or JKS; its password comes from the"
              + " environment variable "
              + KEY_PASSWORD
              + " or from --key-store-password-file.");

  private static final ProviderOption<Path> KEY_PASSWORD_FILE =
      ProviderOption.file(
          "--key-store-password-file",
          GROUP + "the first line of this file is the password of --key-store.");

  private static final ProviderOption<String> LABEL =
      ProviderOption.text(
          "--certificate-label",
          "LABEL",
          "",
          GROUP
              + "the certificate of --key-store to use (default: any that the queue manager "
              + "accepts).");

  private static final ProviderOption<Path> TRUST_STORE =
      ProviderOption.file(
          "--trust-store",
          GROUP
              + "the certificates to trust, PKCS#12 or JKS (default: Java's own); its "
              + "password comes from the environment variable "
              + TRUST_PASSWORD
              + " or from --trust-store-password-file, or is that of --key-store if both "
              + "are the same file.");

  private static final ProviderOption<Path> TRUST_PASSWORD_FILE =
      ProviderOption.file(
          "--trust-store-password-file",
          GROUP + "the first line of this file is the password of --trust-store.");

  static final List<ProviderOption<?>> ALL =
      List.of(CIPHER, KEY_STORE, KEY_PASSWORD_FILE, LABEL, TRUST_STORE, TRUST_PASSWORD_FILE);

  private TlsOptions() {}

  /**
   * The settings that the options describe.
   *
   * @param byTable whether a channel definition table may say the cipher
   */
  static Tls tls(GivenOptions given, boolean byTable) {
    String cipher = given.value(CIPHER);
    Optional<Path> keyStore = Optional.ofNullable(given.value(KEY_STORE));
    Optional<Path> trustStore = Optional.ofNullable(given.value(TRUST_STORE));
    given.need(keyStore.isPresent(), "--key-store", KEY_PASSWORD_FILE, LABEL);
    given.need(trustStore.isPresent(), "--trust-store", TRUST_PASSWORD_FILE);
    given.need(byTable || !cipher.isEmpty(), "--cipher' or '--ccdt", KEY_STORE, TRUST_STORE);
    Secret none = Secret.of("");
    Secret keyPassword = given.password(KEY_PASSWORD_FILE, KEY_PASSWORD).orElse(none);
    boolean oneFile = trustStore.isPresent() && trustStore.equals(keyStore);
    Secret trustPassword =
        given.password(TRUST_PASSWORD_FILE, TRUST_PASSWORD).orElse(oneFile ? keyPassword : none);
    return new Tls(
        cipher,
        keyStore.map(file -> new KeyFile(file, keyPassword)),
        given.value(LABEL),
        trustStore.map(file -> new KeyFile(file, trustPassword)));
  }
}
