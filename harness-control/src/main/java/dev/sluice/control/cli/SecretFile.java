package dev.sluice.control.cli;

import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Secret;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The file of an option whose first line is a secret. */
final class SecretFile {

  private SecretFile() {}

  /**
   * The secret.
   *
   * @throws ParameterException naming option and file if it cannot be read or is empty
   */
  static Secret read(CommandLine command, String option, Path file) {
    try {
      return Secret.readFrom(file);
    } catch (ConfigurationException e) {
      throw new ParameterException(
          command, "Invalid value for option '" + option + "': " + e.getMessage(), e);
    }
  }
}
