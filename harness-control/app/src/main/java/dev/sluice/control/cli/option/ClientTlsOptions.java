package dev.sluice.control.cli.option;

import dev.sluice.control.endpoint.access.ClientTls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The encryption of connections to running processes. */
public final class ClientTlsOptions extends CommandPart {

  private static final String TRUST = "--tls-trust";
  private static final String CERTIFICATE = "--tls-certificate";
  private static final String PASSWORD = "--tls-certificate-password-file";

  @Option(
      names = "--tls",
      description =
          "Encrypt connections to command sockets; the certificates must be ones that Java trusts.")
  boolean tls;

  @Option(
      names = TRUST,
      paramLabel = "FILE",
      description =
          "The same, with the certificates in this file, PEM, and those that they have signed.")
  Path trust;

  @Option(
      names = CERTIFICATE,
      paramLabel = "FILE",
      description =
          "Show the certificate in this file, PEM or PKCS#12 with its private key, where one is "
              + "asked for.")
  Path certificate;

  @Option(
      names = PASSWORD,
      paramLabel = "FILE",
      description = "The first line of this file is the password of --tls-certificate.")
  Path password;

  /** How connections are encrypted, if they are. */
  public Optional<ClientTls> tls() {
    requires("--tls", tls || trust != null, CERTIFICATE);
    requires(CERTIFICATE, certificate != null, PASSWORD);
    if (!tls && trust == null) {
      return Optional.empty();
    }
    Optional<String> secret =
        Optional.ofNullable(password).map(file -> secret(PASSWORD, file).reveal());
    try {
      return Optional.of(
          ClientTls.read(Optional.ofNullable(trust), Optional.ofNullable(certificate), secret));
    } catch (IOException e) {
      throw refusal(e.getMessage(), e);
    }
  }
}
