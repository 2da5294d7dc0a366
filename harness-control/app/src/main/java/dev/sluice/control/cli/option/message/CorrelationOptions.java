package dev.sluice.control.cli.option.message;

import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.jms.message.CorrelationForm;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The form of correlation ids, for those who send them and those who select them. */
final class CorrelationOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--native-correlation",
      order = 72,
      description =
          "Use correlation ids of 24 bytes, which queue managers find fast, if the provider "
              + "supports them.")
  boolean nativeBytes;

  @Option(
      names = "--correlation-prefix",
      order = 73,
      paramLabel = "TEXT",
      description =
          "Prefix of correlation ids; senders and receivers with the same TEXT use the "
              + "same ids (default: --id). {worker} stands for the worker's number, {host} for "
              + "this host, {unique} for a text that no other process uses.")
  String prefix;

  /**
   * Their form.
   *
   * @param otherwise what they are made of if no option says it
   */
  CorrelationForm form(String otherwise) {
    return new CorrelationForm(
        nativeBytes, prefix == null ? otherwise : CorrelationText.of(prefix));
  }

  /** Refuses options that would be ignored. */
  void rejectUnless(boolean correlated) {
    OptionRules rules = new OptionRules(command);
    rules.requires("--correlation worker", correlated, "--native-correlation", nativeBytes);
    rules.requires("--correlation worker", correlated, "--correlation-prefix", prefix != null);
  }
}
