package dev.sluice.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What tests start ends with them. */
class ChildProcessTest {

  private static final long MINUTES = 5;

  /** A shell that leaves a process behind, in a session of its own, and says which. */
  private static final String[] ORPHANING = {
    "sh", "-c", "setsid sleep 1000 >/dev/null 2>&1 & echo $!; [ -z \"$STAY\" ] || sleep 1000"
  };

  private static ProcessHandle orphanOf(Process parent) throws IOException {
    BufferedReader output = parent.inputReader(StandardCharsets.UTF_8);
    return ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
  }

  @Test
  void aProcessEndsThoughWhoStartedItHasEndedBefore() throws Exception {
    Process parent = ChildProcess.builder(ORPHANING).start();
    ProcessHandle orphan = orphanOf(parent);
    parent.waitFor();
    assertThat(orphan.isAlive()).isTrue();
    ChildProcess.endAll();
    assertThat(ChildProcess.living()).isEmpty();
    orphan.onExit().get(MINUTES, TimeUnit.MINUTES);
  }

  @Test
  void processesEndWithAJavaVirtualMachineThatIsKilled() throws Exception {
    Process machine = ChildProcess.builder(Machine.class).start();
    BufferedReader output = machine.inputReader(StandardCharsets.UTF_8);
    List<CompletableFuture<ProcessHandle>> ends =
        Stream.of(output.readLine(), output.readLine())
            .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow().onExit())
            .toList();
    machine.destroyForcibly();
    for (CompletableFuture<ProcessHandle> end : ends) {
      end.get(MINUTES, TimeUnit.MINUTES);
    }
  }

  /** Stands for the virtual machine of other tests. */
  static final class Machine {

    private Machine() {}

    public static void main(String[] args) throws Exception {
      ProcessBuilder builder = ChildProcess.builder(ORPHANING);
      builder.environment().put("STAY", "yes");
      Process parent = builder.start();
      System.out.println(parent.pid());
      System.out.println(orphanOf(parent).pid());
      parent.waitFor();
    }
  }

  /** A limit of 300 s beside a load of 80 on two processors is one of two hours. */
  @ParameterizedTest
  @CsvSource({"2, 0, 1", "2, 2, 1", "2, 8, 0.25", "2, 80, 0.025", "2, -1, 1"})
  void patienceGrowsWithTheLoadOfTheHost(int processors, double load, double worth) {
    assertThat(ChildProcess.quietSeconds(processors, load)).isEqualTo(worth);
  }

  @Test
  void noTestStartsAProcessInAnotherWay() throws IOException {
    Path sources = PackagedProgram.root().resolve("src-it/tests/src/test/java");
    List<String> starting = new ArrayList<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        if (Files.readString(file).contains("new " + "ProcessBuilder(")) {
          starting.add(file.getFileName().toString());
        }
      }
    }
    assertThat(starting).containsExactly("ChildProcess.java");
  }
}
