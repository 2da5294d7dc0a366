package dev.sluice.control.cli.option;

import dev.sluice.control.secret.Secrets;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Secret;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The file of an option whose first line is a secret. */
public final class SecretFile {

  private SecretFile() {}

  /**
   * The secret, which is written nowhere from now on.
   *
   * @throws ParameterException naming option and file if it cannot be read or is empty
   */
  public static Secret read(CommandLine command, Secrets secrets, String option, Path file) {
    try {
      Secret secret = Secret.readFrom(file);
      secrets.add(secret.reveal());
      return secret;
    } catch (ConfigurationException e) {
      throw new ParameterException(
          command, "Invalid value for option '" + option + "': " + e.getMessage(), e);
    }
  }
}
