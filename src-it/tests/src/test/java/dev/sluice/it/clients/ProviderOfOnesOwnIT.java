package dev.sluice.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.PackagedProgram;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program with a provider that is not in the build, out of a jar of its own. */
@Tag("soak")
class ProviderOfOnesOwnIT {

  private static final String COUNT = "40";

  @TempDir static Path folder;

  private static EmbeddedProvider broker;
  private static Path jar;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedProvider.withTcp(0);
    jar = ProviderJar.in(folder);
  }

  @AfterAll
  static void close() {
    broker.close();
  }

  @Test
  void sendsAndReceivesByAJarOfTheClassPath() throws Exception {
    List<String> byClassPath = List.of("--class-path", jar.toString());

    assertDone(run("send", byClassPath));
    assertDone(run("receive", byClassPath));
  }

  @Test
  void itsOptionsAreInTheHelp() throws Exception {
    SluiceProcess help =
        SluiceProcess.run(directory, List.of("send", "--class-path", jar.toString(), "--help-all"));

    assertThat(help.lines())
        .anySatisfy(line -> assertThat(line).contains("harbour (--provider harbour):"))
        .anySatisfy(line -> assertThat(line).contains("--pier=PORT"));
  }

  @Test
  void aJarBesideTheProgramIsFoundByScenariosToo() throws Exception {
    List<String> command = PackagedProgram.command();
    Path program = Path.of(command.get(command.size() - 1));
    Path copy = directory.resolve("sluice.jar");
    Files.copy(program, copy);
    Files.copy(jar, directory.resolve("harbour.jar"));
    Path scenario = scenario("");
    Path output = directory.resolve("output.txt");

    Process process =
        ChildProcess.builder(command.get(0), "-jar", copy.toString(), "run", scenario.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertThat(process.waitFor()).as(Files.readString(output)).isZero();
  }

  @Test
  void aScenarioNamesTheJarItself() throws Exception {
    Path scenario = scenario("class-path: " + jar);

    SluiceProcess process = SluiceProcess.run(directory, List.of("run", scenario.toString()));

    assertThat(process.exitCode()).as("%s", process).isZero();
  }

  private Path scenario(String key) throws Exception {
    return Files.writeString(
        directory.resolve("harbour.yaml"),
        """
        providers:
          harbour:
            type: harbour
            pier: %d
            %s
        workloads:
          pairs:
            type: put-get
            queue: PAIRS
            rate: 50
        steps:
          - measure: 1s
        """
            .formatted(broker.tcpPort(), key));
  }

  private SluiceProcess run(String command, List<String> more) throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of(
                command,
                "--provider",
                "harbour",
                "--pier",
                Integer.toString(broker.tcpPort()),
                "--queue",
                "OWN",
                "--count",
                COUNT));
    line.addAll(more);
    return SluiceProcess.run(directory, line);
  }

  private static void assertDone(SluiceProcess process) {
    assertThat(process.exitCode()).as(process.lines().toString()).isZero();
    assertThat(process.lines())
        .anySatisfy(line -> assertThat(line).contains(", " + COUNT + " messages"));
  }
}
