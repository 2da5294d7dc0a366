package dev.sluice.control.cli;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.control.cli.command.ScenarioVocabulary;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any text is a scenario or gets a {@link ScenarioException}. */
class ScenarioFuzzTest {

  private static final Path CONFIG = Path.of(System.getProperty("basedir", "."), "../..", "config");

  static Stream<byte[]> scenarios() throws IOException {
    try (Stream<Path> files = Files.walk(CONFIG, 2)) {
      List<byte[]> scenarios = new ArrayList<>();
      for (Path file : files.filter(each -> each.toString().endsWith(".yaml")).sorted().toList()) {
        scenarios.add(Files.readAllBytes(file));
      }
      return scenarios.stream();
    }
  }

  @MethodSource("scenarios")
  @FuzzTest(maxDuration = "450s")
  void read(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (Devices.areNamedIn(text)) {
      return;
    }
    Secrets secrets = new Secrets();
    try {
      new ScenarioReader(new ScenarioVocabulary(secrets), name -> Optional.empty(), secrets)
          .read("plan", "plan.yaml", text, List.of());
    } catch (ScenarioException e) {
      Complaints.assertDeclared(e.getMessage());
    }
  }
}
