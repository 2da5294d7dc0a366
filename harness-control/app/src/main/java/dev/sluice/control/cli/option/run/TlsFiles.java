package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.cli.option.SecretFile;
import dev.sluice.control.endpoint.access.ServerTls;
import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The options for the encryption of a port. */
final class TlsFiles {

  private final OptionSpec keys;
  private final OptionSpec password;
  private final OptionSpec clients;

  /**
   * @param option the first of them; the names of the others begin with it
   * @param port in words
   */
  TlsFiles(String option, int order, String port) {
    keys =
        file(
            option,
            order,
            "Encrypt "
                + port
                + " by the certificate and private key in this file, PEM or PKCS#12; it is read"
                + " again when it has changed.");
    password =
        file(
            option + "-password-file",
            order,
            "The first line of this file is the password of " + option + ".");
    clients =
        file(
            option + "-clients",
            order,
            "Refuse clients of "
                + port
                + " unless their certificate is in this file, PEM, or is signed by one that is.");
  }

  private static OptionSpec file(String name, int order, String description) {
    return OptionSpec.builder(name)
        .order(order)
        .paramLabel("FILE")
        .type(Path.class)
        .description(description)
        .build();
  }

  /** A group for a mixin, which holds the options. */
  CommandSpec group() {
    CommandSpec group = CommandSpec.create().addOption(keys).addOption(password).addOption(clients);
    group.usageMessage().optionListHeading(""); // that of the options around it
    return group;
  }

  /** What the options are called. */
  String[] names() {
    return new String[] {keys.longestName(), password.longestName(), clients.longestName()};
  }

  /** Whether the port is to be encrypted. */
  boolean wanted() {
    return keys.getValue() != null;
  }

  /**
   * Reads the files.
   *
   * @throws ParameterException if there is something wrong with them
   */
  Optional<ServerTls> read(CommandSpec command, Secrets secrets) {
    OptionRules rules = new OptionRules(command);
    rules.requires(keys.longestName(), wanted(), names());
    if (!wanted()) {
      return Optional.empty();
    }
    Optional<String> secret =
        Optional.ofNullable(password.<Path>getValue())
            .map(
                file ->
                    SecretFile.read(command.commandLine(), secrets, password.longestName(), file)
                        .reveal());
    try {
      return Optional.of(
          ServerTls.read(keys.getValue(), secret, Optional.ofNullable(clients.getValue())));
    } catch (IOException e) {
      throw rules.invalid(keys.longestName(), e.getMessage(), e);
    }
  }
}
