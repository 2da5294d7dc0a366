package dev.sluice.control.cli;

import dev.sluice.jms.provider.Secret;
import dev.sluice.jms.provider.ibmmq.KeyFile;
import dev.sluice.jms.provider.ibmmq.Tls;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How connections to IBM MQ are encrypted. */
final class TlsOptions {

  private static final String GROUP = "ibmmq: TLS: ";
  private static final String KEY_PASSWORD = "SLUICE_KEY_STORE_PASSWORD";
  private static final String TRUST_PASSWORD = "SLUICE_TRUST_STORE_PASSWORD";

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--cipher",
      order = 79,
      paramLabel = "NAME",
      defaultValue = "",
      description = GROUP + "a CipherSpec (ANY_TLS12_OR_HIGHER) or a JSSE cipher suite.")
  String cipher;

  @Option(
      names = "--key-store",
      order = 79,
      paramLabel = "FILE",
      description =
          GROUP
              + "the client's own key and certificate, PKCS#12 or JKS; its password comes from the"
              + " environment variable "
              + KEY_PASSWORD
              + " or from --key-store-password-file.")
  Path keyStore;

  @Option(
      names = "--key-store-password-file",
      order = 79,
      paramLabel = "FILE",
      description = GROUP + "the first line of this file is the password of --key-store.")
  Path keyPasswordFile;

  @Option(
      names = "--certificate-label",
      order = 79,
      paramLabel = "LABEL",
      defaultValue = "",
      description =
          GROUP + "which certificate of --key-store (default: one that the queue manager takes).")
  String label;

  @Option(
      names = "--trust-store",
      order = 79,
      paramLabel = "FILE",
      description =
          GROUP
              + "the certificates to trust, PKCS#12 or JKS (default: those that Java trusts); its"
              + " password comes from the environment variable "
              + TRUST_PASSWORD
              + " or from --trust-store-password-file, or is that of --key-store if they are one"
              + " file.")
  Path trustStore;

  @Option(
      names = "--trust-store-password-file",
      order = 79,
      paramLabel = "FILE",
      description = GROUP + "the first line of this file is the password of --trust-store.")
  Path trustPasswordFile;

  /**
   * What the options say.
   *
   * @param byTable whether a channel definition table may say the cipher
   */
  Tls tls(boolean byTable) {
    needs("--key-store-password-file", keyPasswordFile != null, "--key-store", keyStore != null);
    needs("--certificate-label", !label.isEmpty(), "--key-store", keyStore != null);
    needs(
        "--trust-store-password-file",
        trustPasswordFile != null,
        "--trust-store",
        trustStore != null);
    boolean encrypted = byTable || !cipher.isEmpty();
    needs("--key-store", keyStore != null, "--cipher' or '--ccdt", encrypted);
    needs("--trust-store", trustStore != null, "--cipher' or '--ccdt", encrypted);
    Secret keyPassword = password(keyPasswordFile, KEY_PASSWORD, Secret.of(""));
    boolean oneFile = trustStore != null && trustStore.equals(keyStore);
    Secret trustPassword =
        password(trustPasswordFile, TRUST_PASSWORD, oneFile ? keyPassword : Secret.of(""));
    return new Tls(
        cipher,
        Optional.ofNullable(keyStore).map(file -> new KeyFile(file, keyPassword)),
        label,
        Optional.ofNullable(trustStore).map(file -> new KeyFile(file, trustPassword)));
  }

  private static Secret password(Path file, String variable, Secret otherwise) {
    if (file != null) {
      return Secret.readFrom(file);
    }
    String password = System.getenv(variable);
    return password == null ? otherwise : Secret.of(password);
  }

  private void needs(String option, boolean given, String other, boolean there) {
    if (given && !there) {
      throw new ParameterException(
          command.commandLine(), "'" + option + "' makes sense only together with '" + other + "'");
    }
  }
}
