package dev.sluice.control.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A secret kept in a file, so that it shows in no process list. */
final class SecretFile {

  private SecretFile() {}

  /**
   * The first line of a file.
   *
   * @throws ParameterException naming option and file if it cannot be read or is empty
   */
  static String firstLine(CommandLine command, String option, Path file) {
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      String line = reader.readLine();
      if (line == null || line.isBlank()) {
        throw invalid(command, option, file, "its first line is empty", null);
      }
      return line.strip();
    } catch (IOException e) {
      throw invalid(
          command, option, file, "it cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  private static ParameterException invalid(
      CommandLine command, String option, Path file, String why, Throwable cause) {
    return new ParameterException(
        command, "Invalid value for option '" + option + "': '" + file + "': " + why, cause);
  }
}
