package dev.sluice.control.endpoint.access;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * How a client of a port encrypts. The server must show a certificate for the name that it was
 * asked by, signed by somebody who is trusted. Immutable; any thread.
 *
 * @param context for a client that makes its connections itself, and checks names
 */
public record ClientTls(SSLContext context) {

  /**
   * Reads what there is to read.
   *
   * @param trust PEM: certificates that are trusted, and those that they have signed; empty for
   *     those that Java trusts
   * @param keys a certificate with its private key for servers that ask for one, PEM or PKCS#12
   * @param password of that key
   * @throws IOException if a file cannot be read, with one line that says why
   */
  public static ClientTls read(Optional<Path> trust, Optional<Path> keys, Optional<String> password)
      throws IOException {
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.JDK)
            .protocols(ServerTls.PROTOCOLS)
            .endpointIdentificationAlgorithm("HTTPS");
    if (trust.isPresent()) {
      builder.trustManager(KeyFile.trusted(trust.get(), Instant.now()));
    }
    if (keys.isPresent()) {
      KeyFile.read(keys.get(), password.map(String::toCharArray)).showBy(builder);
    }
    return new ClientTls(((JdkSslContext) builder.build()).context());
  }

  /**
   * Encrypts a connection; what is wrong with the other end is told when it is used.
   *
   * @param host the name that it was asked by
   */
  public Socket over(Socket plain, String host, int port) throws IOException {
    SSLSocket encrypted =
        (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
    SSLParameters parameters = encrypted.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setProtocols(ServerTls.PROTOCOLS);
    encrypted.setSSLParameters(parameters);
    return encrypted;
  }
}
