package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.endpoint.access.SelfSigned;
import dev.sluice.control.process.ExitCode;
import dev.sluice.core.text.InputFile;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a self-signed certificate, for tests. */
@Command(
    description = {
      "Make a self-signed certificate, for tests.",
      "Writes key.pem (the certificate and its private key) for --control-tls and --page-tls, and "
          + "trust.pem (the certificate alone) for clients.",
      "As a client's certificate, key.pem is for --tls-certificate, and trust.pem for "
          + "--control-tls-clients."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  sluice certificate --out tls --host app1,10.1.2.3",
      "  sluice ctl --at app1:4444 --tls-trust tls/trust.pem \\",
      "      --control-token-file token.txt status"
    })
final class CertificateCommand extends CommandPart implements Callable<Integer> {

  private static final int SERIAL_BITS = 64;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FOLDER",
      description = "Where to write the two files; they must not exist yet.")
  Path out;

  @Option(
      names = "--host",
      split = ",",
      paramLabel = "HOST",
      description =
          "Names and addresses by which clients ask for the server (default: localhost, 127.0.0.1, "
              + "::1 and the name of this host).")
  List<String> hosts = List.of();

  @Option(
      names = "--for",
      paramLabel = "TIME",
      defaultValue = "90d",
      description = "How long it is valid (default ${DEFAULT-VALUE}).")
  Duration validity;

  @Override
  public Integer call() throws IOException, GeneralSecurityException {
    List<String> names = hosts.isEmpty() ? hostsOfThis() : hosts;
    Instant now = Instant.now();
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair pair = generator.generateKeyPair();
    try {
      X509Certificate certificate =
          new SelfSigned(
                  names.get(0),
                  names,
                  new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE),
                  now,
                  now.plus(validity))
              .by("SHA256withECDSA", pair);
      String shown = pem("CERTIFICATE", certificate.getEncoded());
      Files.createDirectories(out);
      Path keys =
          Files.createFile(
              out.resolve("key.pem"),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(keys, shown + pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
      Path trust = Files.writeString(Files.createFile(out.resolve("trust.pem")), shown);
      out()
          .printf(
              "wrote %s and %s for %s, valid until %s%n",
              keys, trust, String.join(", ", names), certificate.getNotAfter().toInstant());
    } catch (IllegalArgumentException e) {
      throw invalid("--host", e.getMessage(), e);
    } catch (FileAlreadyExistsException e) {
      throw invalid("--out", e.getMessage() + " already exists", e);
    } catch (FileSystemException e) {
      throw invalid("--out", out + " cannot be written: " + InputFile.reason(e), e);
    }
    return ExitCode.OK;
  }

  private static List<String> hostsOfThis() throws IOException {
    return List.of("localhost", "127.0.0.1", "::1", InetAddress.getLocalHost().getHostName());
  }

  private static String pem(String what, byte[] content) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }
}
