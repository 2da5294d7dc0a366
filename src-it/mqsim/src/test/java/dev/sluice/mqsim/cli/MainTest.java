package dev.sluice.mqsim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--nonsense",
        "--capacity=fast",
        "--capacity=-1",
        "--queue-managers=A9..A1",
        "--queue-managers=A,A",
        "--queue-managers=A --start=2",
        "--group=no$name",
        "--base-port=65530 --queue-managers=A01..A12",
        "--queues=Q:deep",
        "--admin=0 --mqsc=setup.mqsc",
        "--tls-keystore=x.p12 --tls-password-env=NO_SUCH_VARIABLE"
      })
  void badOptionsAreOneLineAndExitCodeTwo(String options) {
    StringWriter err = new StringWriter();
    CommandLine line =
        Main.commandLine()
            .setErr(new PrintWriter(err, true))
            .setOut(new PrintWriter(new StringWriter()));
    assertThat(line.execute(options.split(" "))).isEqualTo(2);
    assertThat(err.toString().strip().lines()).hasSize(1);
    assertThat(err.toString()).startsWith("mqsim: ");
  }

  @Test
  void allThatIsWrongInTheScriptsIsTold(@TempDir Path folder) throws IOException {
    Path one = folder.resolve("one.mqsc");
    Path other = folder.resolve("other.mqsc");
    Files.writeString(one, "DEFINE QLOCAL(Q)\nDEFINE +\n FOO(X)\nDEFINE QLOCAL(Q)\n");
    Files.writeString(other, "* nothing\nDELETE TOPIC(NONE)\n");
    StringWriter err = new StringWriter();
    CommandLine line =
        Main.commandLine()
            .setErr(new PrintWriter(err, true))
            .setOut(new PrintWriter(new StringWriter()));
    String[] options = {
      "--queue-managers=A,C",
      "--base-port=0",
      "--admin=0",
      "--mqsc=A=" + one,
      "--mqsc=A=" + other,
      "--mqsc=C=" + folder.resolve("missing"),
      "--mqsc=D=" + other
    };
    assertThat(line.execute(options)).isEqualTo(2);
    assertThat(err.toString().lines().map(each -> each.replace(folder + File.separator, "")))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("mqsim: one.mqsc: line 2: AMQ8405E"),
            second -> assertThat(second).startsWith("mqsim: one.mqsc: line 4: AMQ8150E"),
            third -> assertThat(third).startsWith("mqsim: other.mqsc: line 2: AMQ8147E"),
            fourth -> assertThat(fourth).isEqualTo("mqsim: cannot read missing"),
            fifth -> assertThat(fifth).startsWith("mqsim: other.mqsc: no queue manager 'D'"));
  }

  @Test
  void bannerListsItsLimits() {
    assertThat(String.join("\n", SimulatorCommand.BANNER))
        .contains("not IBM MQ", "no security", "nothing survives", "say nothing about IBM MQ");
  }

  @Test
  void rangesOfNames() {
    assertThat(NameList.expand("QM08..QM11")).containsExactly("QM08", "QM09", "QM10", "QM11");
    assertThat(NameList.expand("A, B1..B2")).containsExactly("A", "B1", "B2");
    assertThatThrownBy(() -> NameList.expand("A,,B")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NameList.expand("A1..B2"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
