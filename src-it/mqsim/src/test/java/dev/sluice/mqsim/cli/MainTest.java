package dev.sluice.mqsim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
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
