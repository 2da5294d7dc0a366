package dev.sluice.mqsim.cluster;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;

/** Reads the key of a TLS channel. */
final class ChannelKey {

  private ChannelKey() {}

  /** The server side of TLS with the key in a PKCS#12 file; the client needs no certificate. */
  static SslContext read(Path pkcs12, String password) {
    try (InputStream in = Files.newInputStream(pkcs12)) {
      KeyStore keyStore = KeyStore.getInstance("PKCS12");
      keyStore.load(in, password.toCharArray());
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(keyStore, password.toCharArray());
      return SslContextBuilder.forServer(keys).sslProvider(SslProvider.JDK).build();
    } catch (IOException e) {
      throw new UncheckedIOException("key store %s: %s".formatted(pkcs12, e.getMessage()), e);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("key store %s: %s".formatted(pkcs12, e.getMessage()), e);
    }
  }
}
