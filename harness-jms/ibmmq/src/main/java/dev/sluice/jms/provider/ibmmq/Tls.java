package dev.sluice.jms.provider.ibmmq;

import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.Secret;
import dev.sluice.jms.provider.ibmmq.Tls.KeyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * How connections are encrypted, and who shows whom which certificate.
 *
 * @param cipher a CipherSpec or the name of a cipher suite; empty for none, or for that of a
 *     channel definition table
 * @param keys the client's own key and certificate, if it shows one
 * @param label which of them; empty for whichever the queue manager takes
 * @param trusted the certificates that are trusted; without them, those that Java trusts
 */
public record Tls(String cipher, Optional<KeyFile> keys, String label, Optional<KeyFile> trusted) {

  private static final String KEY_PASSWORD = "SLUICE_KEY_STORE_PASSWORD";
  private static final String TRUST_PASSWORD = "SLUICE_TRUST_STORE_PASSWORD";

  private static final ProviderOption<String> CIPHER =
      ProviderOption.text(
          "--cipher",
          "NAME",
          "",
          "TLS: a CipherSpec (ANY_TLS12_OR_HIGHER) or a JSSE cipher suite.");

  private static final ProviderOption<Path> KEY_STORE =
      ProviderOption.file(
          "--key-store",
          "TLS: the client's own key and certificate, PKCS#12 or JKS; its password: the variable "
              + KEY_PASSWORD
              + ", or --key-store-password-file.");

  private static final ProviderOption<Path> KEY_PASSWORD_FILE =
      ProviderOption.file(
          "--key-store-password-file",
          "TLS: the first line of this file is the password of --key-store.");

  private static final ProviderOption<String> LABEL =
      ProviderOption.text(
          "--certificate-label",
          "LABEL",
          "",
          "TLS: the certificate of --key-store to use (default: any that the queue manager "
              + "accepts).");

  private static final ProviderOption<Path> TRUST_STORE =
      ProviderOption.file(
          "--trust-store",
          "TLS: the certificates to trust, PKCS#12 or JKS (default: Java's own); its password: the variable "
              + TRUST_PASSWORD
              + ", or --trust-store-password-file; that of --key-store if both are one file.");

  private static final ProviderOption<Path> TRUST_PASSWORD_FILE =
      ProviderOption.file(
          "--trust-store-password-file",
          "TLS: the first line of this file is the password of --trust-store.");

  static final List<ProviderOption<?>> OPTIONS =
      List.of(CIPHER, KEY_STORE, KEY_PASSWORD_FILE, LABEL, TRUST_STORE, TRUST_PASSWORD_FILE);

  /** No encryption, unless a channel definition table says so. */
  public static final Tls NONE = of("");

  /** With the keys and certificates that Java's system properties name. */
  public static Tls of(String cipher) {
    return new Tls(cipher, Optional.empty(), "", Optional.empty());
  }

  /**
   * The settings that the options describe.
   *
   * @param byTable whether a channel definition table may say the cipher
   */
  static Tls of(GivenOptions given, boolean byTable) {
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

  /** The suite that the client is told; nothing for none. */
  Optional<String> suite() {
    return cipher.isEmpty() ? Optional.empty() : Optional.of(CipherName.of(cipher).suite());
  }

  /**
   * The maker of sockets with these keys and certificates; empty where they are Java's.
   *
   * @throws ConfigurationException if one of the files is not what it should be
   */
  Optional<SSLSocketFactory> sockets() {
    if (keys.isEmpty() && trusted.isEmpty()) {
      return Optional.empty();
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys.isPresent() ? shown(keys.get()) : null,
          trusted.isPresent() ? accepted(trusted.get()) : null,
          null);
      return Optional.of(context.getSocketFactory());
    } catch (GeneralSecurityException e) {
      throw new ConfigurationException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  String describe() {
    return (cipher.isEmpty() ? "" : ", TLS " + CipherName.of(cipher).describe())
        + keys.map(file -> ", key store " + file.path()).orElse("")
        + (label.isEmpty() ? "" : ", certificate " + label)
        + trusted.map(file -> ", trust store " + file.path()).orElse("");
  }

  private KeyManager[] shown(KeyFile file) throws GeneralSecurityException {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(label.isEmpty() ? file.read() : file.only(label), file.secret());
    return managers.getKeyManagers();
  }

  private static TrustManager[] accepted(KeyFile file) throws GeneralSecurityException {
    KeyStore certificates = file.read();
    if (certificates.size() == 0) {
      throw new ConfigurationException("trust store " + file.path() + " has no certificate");
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(certificates);
    return managers.getTrustManagers();
  }

  /**
   * A file of keys and certificates that Java reads: PKCS#12 or JKS.
   *
   * @param path where it is
   * @param password what it is locked with, the keys in it too; empty for none
   */
  public record KeyFile(Path path, Secret password) {

    private static final String OF_THE_C_CLIENT = ".kdb";

    /**
     * Its contents.
     *
     * @throws ConfigurationException if it cannot be read
     */
    KeyStore read() {
      String name = path.toString();
      if (name.toLowerCase(Locale.ROOT).endsWith(OF_THE_C_CLIENT)) {
        String stem = name.substring(0, name.length() - OF_THE_C_CLIENT.length());
        throw wrong(
            "Java cannot read this format; convert it: runmqakm -keydb -convert -db "
                + name
                + " -stashed -old_format cms -target "
                + stem
                + ".p12 -new_format pkcs12",
            null);
      }
      if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
        throw wrong(
            "the file does not exist or is not readable",
            Files.exists(path) ? null : new NoSuchFileException(name));
      }
      try {
        return KeyStore.getInstance(path.toFile(), secret());
      } catch (IOException e) {
        boolean locked = e.getCause() instanceof UnrecoverableKeyException;
        throw wrong(
            locked
                ? "its password is wrong or missing; it comes from the environment or a password file"
                : "it is damaged",
            e);
      } catch (GeneralSecurityException e) {
        throw wrong("it is neither PKCS#12 nor JKS", e);
      }
    }

    /**
     * One key of it, with its certificate.
     *
     * @param label what it is called
     * @throws ConfigurationException if it is not there
     */
    KeyStore only(String label) {
      KeyStore all = read();
      try {
        if (!all.isKeyEntry(label)) {
          throw wrong(
              "it has no key '"
                  + label
                  + "'; labels in it: "
                  + String.join(", ", Collections.list(all.aliases())),
              null);
        }
        KeyStore one = KeyStore.getInstance("PKCS12");
        one.load(null, null);
        KeyStore.ProtectionParameter lock = new KeyStore.PasswordProtection(secret());
        one.setEntry(label, all.getEntry(label, lock), lock);
        return one;
      } catch (GeneralSecurityException | IOException e) {
        throw wrong("its key '" + label + "' cannot be read: " + e.getMessage(), e);
      }
    }

    /** The password as Java wants it; null for none. */
    char[] secret() {
      String text = password.reveal();
      return text.isEmpty() ? null : text.toCharArray();
    }

    private ConfigurationException wrong(String why, Exception cause) {
      return new ConfigurationException("key store " + path + ": " + why, cause);
    }
  }
}
