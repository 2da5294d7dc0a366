package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.jms.provider.ibmmq.CipherName;
import dev.sluice.jms.provider.ibmmq.ccdt.Ccdt;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtLint;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtParser;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute.RequestedQueueManager;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any text is a channel table that can be checked and written again, or has errors with a place.
 */
class ChannelTableFuzzTest {

  private static final Path TABLES = Path.of(System.getProperty("basedir", "."), "../..", "ccdt");

  static Stream<byte[]> tables() throws IOException {
    try (Stream<Path> files = Files.list(TABLES)) {
      List<byte[]> tables = new ArrayList<>();
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).sorted().toList()) {
        tables.add(Files.readAllBytes(file));
      }
      return tables.stream();
    }
  }

  @MethodSource("tables")
  @FuzzTest(maxDuration = "450s")
  void read(byte[] bytes) {
    CcdtParser.ParsedTable parsed =
        CcdtParser.parse("table", new String(bytes, StandardCharsets.UTF_8));
    Optional<Ccdt> table = parsed.table();
    if (table.isEmpty()) {
      assertThat(parsed.findings()).isNotEmpty();
      return;
    }
    for (String name : table.get().queueManagers()) {
      for (String asked : List.of(name, "*" + name, "*")) {
        CcdtRoute route = CcdtRoute.of(table.get(), RequestedQueueManager.of(asked));
        route.drawn().forEach(route::chanceToBeDrawnFirst);
        new CcdtLint(CipherName.specs().keySet()).findings(table.get(), List.of(route));
      }
    }
    String written = table.get().json();
    assertThat(CcdtParser.parse("table", written).table()).as(written).isEqualTo(table);
  }
}
