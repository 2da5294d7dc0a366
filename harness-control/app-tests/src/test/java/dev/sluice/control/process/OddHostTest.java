package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.RunFiles;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the program in a JVM that has little memory, or one kind of address. */
@Timeout(300)
class OddHostTest {

  @TempDir Path directory;

  @Test
  void aRunThatDoesNotFitSaysSoOnceAndIsOver() throws Exception {
    Path out = directory.resolve("out");
    List<String> lines =
        played(
            "-Xmx24m",
            1,
            List.of(
                "send",
                "--provider",
                "null",
                "--threads",
                "4000",
                "--rate",
                "1",
                "--duration",
                "5s"),
            out);
    assertThat(lines).filteredOn(each -> each.contains("out of memory: ")).hasSize(1);
    if (Files.exists(out.resolve(RunFiles.RUN))) { // else there was no room for a run at all
      assertThat(new JSONObject(Files.readString(out.resolve(RunFiles.RUN))).getString("state"))
          .isNotEqualTo("running");
    }
  }

  @Test
  void aProfileOfTooManyRowsIsRefusedInALine() throws Exception {
    Path table = directory.resolve("table.csv");
    try (PrintWriter rows = new PrintWriter(Files.newBufferedWriter(table))) {
      rows.println("time,sent");
      IntStream.range(0, 1_500_000).forEach(i -> rows.println(i + ",12345.678901"));
    }
    List<String> lines =
        played(
            "-Xmx96m", // less than all its rows would take
            2,
            List.of("send", "--provider", "null", "--profile", table.toString()),
            directory.resolve("out"));
    assertThat(lines)
        .filteredOn(each -> each.startsWith("sluice: "))
        .singleElement()
        .asString()
        .contains(table + ": it has more than 500,000 rows");
  }

  @Test
  void anIpv6AddressIsRefusedByAJvmWithIpv4Only() throws Exception {
    List<String> lines =
        played(
            "-Djava.net.preferIPv4Stack=true",
            2,
            List.of("send", "--provider", "null", "--control", "0", "--control-bind", "::1"),
            directory.resolve("out"));
    assertThat(lines)
        .filteredOn(each -> each.startsWith("sluice: "))
        .singleElement()
        .asString()
        .contains("0:0:0:0:0:0:0:1", "IPv4");
  }

  private List<String> played(String jvm, int exitCode, List<String> words, Path out)
      throws Exception {
    Path output = directory.resolve("output.txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(jvm);
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add("dev.sluice.control.cli.Main");
    command.addAll(words);
    command.addAll(List.of("--out", out.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      process.waitFor();
    } finally {
      process.destroyForcibly().waitFor();
    }
    List<String> lines = Files.readAllLines(output);
    assertThat(process.exitValue()).as("%s", lines).isEqualTo(exitCode);
    return lines;
  }
}
