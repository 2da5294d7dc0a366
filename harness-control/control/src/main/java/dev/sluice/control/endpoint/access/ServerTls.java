package dev.sluice.control.endpoint.access;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS settings of a port: its certificate with the private key, and the authorities it trusts for
 * clients, if these must show certificates. The files are read again when they have changed; new
 * ones that cannot be read leave the old ones in force. Connections keep what they began with. For
 * any thread: ports may share it.
 */
public final class ServerTls {

  static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);
  private static final long HANDSHAKE_SECONDS = 5;

  private final Path file;
  private final Optional<char[]> password;
  private final Optional<Path> clients;
  private SslContext context; // guarded by this
  private List<FileTime> read = List.of(); // guarded by this

  private ServerTls(Path file, Optional<char[]> password, Optional<Path> clients) {
    this.file = file;
    this.password = password;
    this.clients = clients;
  }

  /**
   * Reads the files.
   *
   * @param file certificate and private key, PEM or PKCS#12
   * @param password of the key, if it has one
   * @param clients PEM: the certificates by one of which each client's must be signed; itself one
   *     of them will do; empty if clients need none
   * @throws IOException if one cannot be read, with one line that says why
   */
  public static ServerTls read(Path file, Optional<String> password, Optional<Path> clients)
      throws IOException {
    ServerTls tls = new ServerTls(file, password.map(String::toCharArray), clients);
    tls.readAgain(tls.modificationTimes());
    return tls;
  }

  /** What encrypts a new connection. */
  SslHandler handler(ByteBufAllocator memory) {
    SslHandler handler = current().newHandler(memory);
    handler.setHandshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS);
    return handler;
  }

  private synchronized SslContext current() {
    try {
      List<FileTime> now = modificationTimes();
      if (!now.equals(read)) {
        readAgain(now);
      }
    } catch (IOException e) {
      LOG.warn("{}; the files read before stay in use", e.getMessage());
    }
    return context;
  }

  private List<FileTime> modificationTimes() throws IOException {
    List<FileTime> times = new ArrayList<>();
    times.add(Files.getLastModifiedTime(file));
    if (clients.isPresent()) {
      times.add(Files.getLastModifiedTime(clients.get()));
    }
    return times;
  }

  private synchronized void readAgain(List<FileTime> now) throws IOException {
    read = now; // a wrong file is logged once
    SslContextBuilder builder = KeyFile.read(file, password).server();
    if (clients.isPresent()) {
      builder
          .trustManager(KeyFile.trusted(clients.get(), Instant.now()))
          .clientAuth(ClientAuth.REQUIRE);
    }
    context = builder.sslProvider(SslProvider.JDK).protocols(PROTOCOLS).build();
  }
}
