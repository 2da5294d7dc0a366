package dev.sluice.control.cli.option;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Finds out which options stood on the command line. */
public record GivenOnly(CommandSpec command) {

  /** Those of the options that were given. */
  public List<String> of(String... options) {
    ParseResult given = command.commandLine().getParseResult();
    return given == null ? List.of() : Stream.of(options).filter(given::hasMatchedOption).toList();
  }
}
