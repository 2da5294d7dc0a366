import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Locale;

/**
 * Writes the certificates of the files named on standard input into a key store of the format JKS, without
 * the time and the random numbers that {@code keytool} puts in: the same certificates give the same bytes.
 */
class TrustStore {

  private static final int MAGIC = 0xfeedfeed;
  private static final int VERSION = 2;
  private static final int TRUSTED_CERTIFICATE = 2;
  private static final String PASSWORD = "changeit"; // the one that every JDK's store has

  public static void main(String... args) throws Exception {
    List<String> files =
        new String(System.in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream store = new DataOutputStream(bytes);
    store.writeInt(MAGIC);
    store.writeInt(VERSION);
    store.writeInt(files.size());
    for (String file : files) {
      store.writeInt(TRUSTED_CERTIFICATE);
      store.writeUTF(Path.of(file).getFileName().toString().toLowerCase(Locale.ROOT));
      store.writeLong(0);
      byte[] certificate = certificate(Path.of(file)).getEncoded();
      store.writeUTF("X.509");
      store.writeInt(certificate.length);
      store.write(certificate);
    }
    MessageDigest digest = MessageDigest.getInstance("SHA-1");
    digest.update(PASSWORD.getBytes(StandardCharsets.UTF_16BE));
    digest.update("Mighty Aphrodite".getBytes(StandardCharsets.UTF_8)); // part of the format
    store.write(digest.digest(bytes.toByteArray()));
    Files.write(Path.of(args[0]), bytes.toByteArray());
  }

  private static Certificate certificate(Path file) throws Exception {
    try (var in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }
}
