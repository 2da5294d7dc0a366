package dev.sluice.jms.provider.ibmmq;

import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.Locale;

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
    if (!Files.isReadable(path)) {
      throw wrong("the file does not exist or is not readable", null);
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
