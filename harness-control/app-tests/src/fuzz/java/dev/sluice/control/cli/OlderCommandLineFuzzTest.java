package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any words behind an older tool's name are explained or get one line that says what is wrong. */
class OlderCommandLineFuzzTest {

  static Stream<byte[]> lines() throws IOException {
    Stream<String> more =
        Stream.of(
            "perfharness -tc jms.r11.Sender -pc WebSphereMQ -jh h -jp 1414 -jc C -jb QM -dn 1"
                + " -db 1 -dx 10 -d Q -us app -pw s3cret -wi 0 -rl 0 -ss 1 -sc BasicStats -id P1",
            "perfharness -tc jms.r11.Requestor -nt 4 -iq REQUEST -oq REPLY -co -cp true -to 30",
            "perfharness -tc util.NoOpThread -nt 2 -rt 100 -rl 2 -mf text:size=7 -h",
            "cph -tc Requester -nt 10 -ss 5 -vo 3 -wt 10 -wi 0 -rl 0 -id 1 -tx -pp -ms 2048"
                + " -jb QM -iq REQUEST -oq REPLY -db 1 -dx 10 -dn 1 -jp 1414 -jc C -jh h",
            "cph -tc Dummy -rt 100 -rl 1 -wi 0 -vo 2");
    return Stream.concat(
            DocumentedLines.all()
                .filter(line -> line.startsWith("perfharness") || line.startsWith("cph")),
            more)
        .map(line -> line.getBytes(StandardCharsets.UTF_8));
  }

  @MethodSource("lines")
  @FuzzTest(maxDuration = "450s")
  void explain(byte[] line) {
    String text = new String(line, StandardCharsets.UTF_8);
    List<String> words = new ArrayList<>(List.of(text.split("\\s+", -1)));
    String tool = words.remove(0);
    if (Devices.areNamedIn(text) || words.stream().anyMatch(word -> word.startsWith("@"))) {
      return;
    }
    words.addAll(0, List.of(tool.startsWith("p") ? "perfharness" : "cph", "--explain"));
    Execution execution = Execution.of(words.toArray(String[]::new));
    assertThat(execution.exitCode())
        .as("%s: %s", words, execution.err())
        .isIn(ExitCode.OK, ExitCode.USAGE);
    Complaints.assertDeclared(execution.err());
  }
}
