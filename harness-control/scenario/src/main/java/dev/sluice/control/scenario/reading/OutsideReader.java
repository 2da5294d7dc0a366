package dev.sluice.control.scenario.reading;

import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.scenario.model.TargetSpec;
import dev.sluice.control.scenario.model.TargetSpec.TargetTls;
import dev.sluice.control.scenario.outside.ProcessSpec;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.control.scenario.yaml.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads what is around the run: other harness processes, commands that run beside it. */
final class OutsideReader {

  private static final String TLS = "tls";
  private static final String TRUST = "tls-trust";
  private static final String CERTIFICATE = "tls-certificate";
  private static final String PASSWORD = "tls-certificate-password-file";

  static final List<String> TARGET_KEYS =
      List.of("at", "token-file", TLS, TRUST, CERTIFICATE, PASSWORD);
  static final List<String> PROCESS_KEYS =
      List.of("command", "ready-line", "ready-port", "ready-within", "may-end");

  private static final Duration READY_WITHIN = Duration.ofSeconds(30);
  private static final int LARGEST_PORT = 65_535;

  private OutsideReader() {}

  static TargetSpec target(String name, Section section) {
    section.requireKnown(TARGET_KEYS);
    return new TargetSpec(
        name,
        section.parsed("at", HostPort::parse).orElseThrow(() -> section.missing("at")),
        section.parsed("token-file", Path::of),
        tls(section));
  }

  private static Optional<TargetTls> tls(Section section) {
    Optional<Path> trust = section.parsed(TRUST, Path::of);
    Optional<Path> certificate = section.parsed(CERTIFICATE, Path::of);
    Optional<Path> password = section.parsed(PASSWORD, Path::of);
    boolean wanted = section.flag(TLS, trust.isPresent());
    if (!wanted && (trust.isPresent() || certificate.isPresent())) {
      throw section.problem(
          trust.isPresent() ? TRUST : CERTIFICATE,
          "the connection is not encrypted",
          "add 'tls: true'");
    }
    if (certificate.isEmpty() && password.isPresent()) {
      throw section.problem(
          PASSWORD, "the certificate that it belongs to is missing", "add '" + CERTIFICATE + "'");
    }
    return wanted ? Optional.of(new TargetTls(trust, certificate, password)) : Optional.empty();
  }

  static ProcessSpec process(String name, Section section) {
    section.requireKnown(PROCESS_KEYS);
    Value command = section.value("command").orElseThrow(() -> section.missing("command"));
    ShellCommand shell =
        command instanceof Value.Items ? ShellCommand.of("") : section.shellCommand("command");
    List<String> words =
        command instanceof Value.Items
            ? section.texts("command")
            : List.of("sh", "-c", "exec " + shell.script());
    if (words.isEmpty()) {
      throw section.problem("command", "it is empty", "write the program and its arguments");
    }
    return new ProcessSpec(
        name,
        words,
        shell.environment(),
        section.optional("ready-line"),
        section.has("ready-port")
            ? OptionalInt.of(section.whole("ready-port", 0, 1, LARGEST_PORT))
            : OptionalInt.empty(),
        section.positiveTime("ready-within", READY_WITHIN),
        section.flag("may-end", false));
  }
}
