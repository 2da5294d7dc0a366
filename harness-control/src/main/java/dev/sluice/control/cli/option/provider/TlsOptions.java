package dev.sluice.control.cli.option.provider;

import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.cli.option.SecretFile;
import dev.sluice.control.secret.Secrets;
import dev.sluice.jms.provider.Secret;
import dev.sluice.jms.provider.ibmmq.KeyFile;
import dev.sluice.jms.provider.ibmmq.Tls;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How connections to IBM MQ are encrypted. */
public final class TlsOptions {

  private static final String GROUP = "ibmmq: TLS: ";
  private static final String KEY_PASSWORD = "SLUICE_KEY_STORE_PASSWORD";
  private static final String KEY_PASSWORD_FILE = "--key-store-password-file";
  private static final String TRUST_PASSWORD_FILE = "--trust-store-password-file";
  private static final String TRUST_PASSWORD = "SLUICE_TRUST_STORE_PASSWORD";

  private final Secrets secrets;

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
      names = KEY_PASSWORD_FILE,
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
          GROUP
              + "the certificate of --key-store to use (default: any that the queue manager "
              + "accepts).")
  String label;

  @Option(
      names = "--trust-store",
      order = 79,
      paramLabel = "FILE",
      description =
          GROUP
              + "the certificates to trust, PKCS#12 or JKS (default: Java's own); its "
              + "password comes from the environment variable "
              + TRUST_PASSWORD
              + " or from --trust-store-password-file, or is that of --key-store if both "
              + "are the same file.")
  Path trustStore;

  @Option(
      names = TRUST_PASSWORD_FILE,
      order = 79,
      paramLabel = "FILE",
      description = GROUP + "the first line of this file is the password of --trust-store.")
  Path trustPasswordFile;

  public TlsOptions(Secrets secrets) {
    this.secrets = secrets;
  }

  /**
   * What the options say.
   *
   * @param byTable whether a channel definition table may say the cipher
   */
  Tls tls(boolean byTable) {
    OptionRules rules = new OptionRules(command);
    boolean keyed = keyStore != null;
    boolean trusting = trustStore != null;
    rules.requires("--key-store", keyed, KEY_PASSWORD_FILE, keyPasswordFile != null);
    rules.requires("--key-store", keyed, "--certificate-label", !label.isEmpty());
    rules.requires("--trust-store", trusting, TRUST_PASSWORD_FILE, trustPasswordFile != null);
    boolean encrypted = byTable || !cipher.isEmpty();
    rules.requires("--cipher' or '--ccdt", encrypted, "--key-store", keyed);
    rules.requires("--cipher' or '--ccdt", encrypted, "--trust-store", trusting);
    Secret none = Secret.of("");
    Secret keyPassword = password(KEY_PASSWORD_FILE, keyPasswordFile, KEY_PASSWORD, none);
    boolean oneFile = trusting && trustStore.equals(keyStore);
    Secret trustPassword =
        password(
            TRUST_PASSWORD_FILE, trustPasswordFile, TRUST_PASSWORD, oneFile ? keyPassword : none);
    return new Tls(
        cipher,
        Optional.ofNullable(keyStore).map(file -> new KeyFile(file, keyPassword)),
        label,
        Optional.ofNullable(trustStore).map(file -> new KeyFile(file, trustPassword)));
  }

  private Secret password(String option, Path file, String variable, Secret otherwise) {
    if (file != null) {
      return SecretFile.read(command.commandLine(), secrets, option, file);
    }
    String password = System.getenv(variable);
    if (password == null) {
      return otherwise;
    }
    secrets.add(password);
    return Secret.of(password);
  }
}
