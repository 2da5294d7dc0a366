package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.cli.option.SecretFile;
import dev.sluice.control.endpoint.access.ServerTls;
import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The options for the encryption of a port; each may be null.
 *
 * @param option the first of them; the names of the others begin with it
 * @param keys certificate and private key
 * @param password the file with the password of the key
 * @param clients what certificates of clients are signed by
 */
record TlsFiles(String option, Path keys, Path password, Path clients) {

  static final String PASSWORD = "-password-file";
  static final String CLIENTS = "-clients";

  /**
   * Reads them.
   *
   * @throws ParameterException if there is something wrong with them
   */
  Optional<ServerTls> read(CommandSpec command, Secrets secrets) {
    new OptionRules(command).requires(option, keys != null, option + PASSWORD, option + CLIENTS);
    if (keys == null) {
      return Optional.empty();
    }
    Optional<String> secret =
        Optional.ofNullable(password)
            .map(
                file ->
                    SecretFile.read(command.commandLine(), secrets, option + PASSWORD, file)
                        .reveal());
    try {
      return Optional.of(ServerTls.read(keys, secret, Optional.ofNullable(clients)));
    } catch (IOException e) {
      throw new OptionRules(command).invalid(option, e.getMessage(), e);
    }
  }
}
