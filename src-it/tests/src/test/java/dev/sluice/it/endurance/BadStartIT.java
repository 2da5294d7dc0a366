package dev.sluice.it.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.PackagedProgram;
import java.io.DataInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A host that does not give what a run needs: the process says in one line what is missing, and
 * ends. A heap that is too small is {@code OutOfMemoryIT}, a disk that is full later on {@code
 * FullDiskIT}.
 */
@EnabledOnOs(OS.LINUX)
class BadStartIT {

  private static final int JAVA_8 = 52;
  private static final Pattern STARTED = Pattern.compile(".*all workers are up.*");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path directory;

  @Test
  void noThreadsLeft() throws Exception {
    // threads take room for their stacks, which is limited here; ulimit -u does not limit root
    SluiceProcess process =
        run(
            "ulimit -v 14000000",
            "-Xmx64m -Xss256m -XX:ReservedCodeCacheSize=32m -XX:CompressedClassSpaceSize=32m"
                + " -Xlog:disable",
            "send --provider null --threads 80 --rate 1 --duration 1s");
    assertTold(process, 1, "sluice: the host has no more threads");
  }

  @Test
  void noDescriptorsLeft() throws Exception {
    long opened = openedByTheProgram();
    SluiceProcess process =
        run(
            "ulimit -n " + opened,
            "",
            "send --provider null --control 0 --page=0 --metrics 0 --stop-port 0 --rate 1"
                + " --duration 1s");
    assertTold(process, 1, "sluice: cannot listen on 127.0.0.1 port 0: Too many open files");
  }

  @Test
  void noRoomAndNoRights() throws Exception {
    assertTold(
        run("true", "", "send --provider null --rate 1 --duration 1s --out /dev/full/results"),
        2,
        "sluice: Invalid value for option '--out': /dev/full/results cannot be written");
    assertTold(
        run("true", "", "send --provider null --rate 1 --duration 1s --out /proc/results"),
        2,
        "sluice: Invalid value for option '--out': /proc/results cannot be written");
  }

  @Test
  void noRoomForWhatIsPrinted() throws Exception {
    assertTold(
        run("exec 2>&1 >/dev/full", "", "send --provider null --rate 1 --duration 1s"),
        0,
        "sluice: standard output is blocked (a full disk, or no reader); the run continues");
  }

  @Test
  void aPortThatIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      SluiceProcess process =
          run(
              "true",
              "",
              "send --provider null --rate 1 --duration 1s --control " + taken.getLocalPort());
      assertTold(
          process,
          2,
          "sluice: cannot listen on 127.0.0.1 port "
              + taken.getLocalPort()
              + ": Address already in use");
    }
  }

  /** What it says then is in {@code EntryTest}; here it is read that an older Java gets so far. */
  @Test
  void anOlderJavaUnderstandsWhereTheProgramBegins() throws Exception {
    List<String> command = PackagedProgram.command();
    try (JarFile jar = new JarFile(command.get(command.size() - 1))) {
      Manifest manifest = jar.getManifest();
      String entry = manifest.getMainAttributes().getValue("Main-Class").replace('.', '/');
      try (DataInputStream in =
          new DataInputStream(jar.getInputStream(jar.getEntry(entry + ".class")))) {
        in.readInt(); // the magic number
        in.readUnsignedShort(); // the minor version
        assertThat(in.readUnsignedShort()).as(entry).isLessThanOrEqualTo(JAVA_8);
      }
    }
  }

  /** The jars, files and sockets of a process of it that opens two ports. */
  private long openedByTheProgram() throws Exception {
    try (LiveProcess idle =
        LiveProcess.start("send --provider null --rate 1 --control 0 --page=0")) {
      assertThat(idle.await(0, STARTED, PATIENCE)).as("%s", idle).isPresent();
      return Footprint.descriptors(idle.pid());
    }
  }

  private SluiceProcess run(String limit, String jvmOptions, String line) throws Exception {
    List<String> by = new ArrayList<>();
    by.addAll(List.of("bash", "-c", limit + "; exec \"$@\"", "bash"));
    if (!jvmOptions.isEmpty()) {
      by.addAll(List.of("env", "JDK_JAVA_OPTIONS=" + jvmOptions));
    }
    return SluiceProcess.run(directory, by, List.of(line.split(" ")));
  }

  private static void assertTold(SluiceProcess process, int exitCode, String line) {
    assertThat(process.exitCode()).as("%s", process).isEqualTo(exitCode);
    assertThat(process.lines())
        .filteredOn(each -> each.startsWith("sluice: "))
        .singleElement()
        .asString()
        .startsWith(line);
    assertThat(process.lines()).noneMatch(each -> each.startsWith("\tat "));
  }
}
