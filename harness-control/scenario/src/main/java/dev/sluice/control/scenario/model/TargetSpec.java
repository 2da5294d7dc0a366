package dev.sluice.control.scenario.model;

import dev.sluice.control.endpoint.client.HostPort;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Another harness process.
 *
 * @param at its command socket
 * @param tokenFile the file whose first line is its token, if it has one
 * @param tls how its socket is encrypted, if it is
 */
public record TargetSpec(
    String name, HostPort at, Optional<Path> tokenFile, Optional<TargetTls> tls) {

  /**
   * Files for an encrypted connection.
   *
   * @param trust certificates that are trusted; empty for those that Java trusts
   * @param certificate a certificate with its private key, for a socket that asks for one
   * @param passwordFile the file whose first line is the password of that key
   */
  public record TargetTls(
      Optional<Path> trust, Optional<Path> certificate, Optional<Path> passwordFile) {}
}
