package dev.sluice.control.top;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.control.top.TopScreen.Sparkline;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.junit.jupiter.api.Test;

/** The screen, the keys, and terminals of both kinds. */
class TopTest {

  private final TopScreen screen = new TopScreen("app1:4444");
  private final List<String> given = new ArrayList<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private void intervals(int count) {
    TestRun.intervals(TestRun.STARTED, count, 0, 1).forEach(screen::interval);
  }

  private String carryOut(String line) {
    given.add(line);
    return "OK " + given.size();
  }

  private String shown() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** One that can move its cursor, on which these keys are pressed. */
  private void onAScreen(String keys) throws Exception {
    try (LineDisciplineTerminal terminal =
        new LineDisciplineTerminal("test", "ansi", out, StandardCharsets.UTF_8)) {
      terminal.setSize(new org.jline.terminal.Size(80, 24));
      Thread typing =
          new Thread(
              () -> {
                try {
                  terminal.processInputBytes(keys.getBytes(StandardCharsets.UTF_8));
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      typing.start();
      new Top(terminal, screen, this::carryOut).run();
      typing.join();
    }
  }

  @Test
  void eachWorkloadHasItsFiguresAndCurves() {
    intervals(5);
    List<String> lines = screen.lines(80);
    assertThat(lines.get(0)).startsWith("app1:4444  test  0:05");
    assertThat(lines)
        .anyMatch(line -> line.matches("> senders {2}[\\d.]+/s of 100\\.1 .*p99 .*2 of 3 up"));
    assertThat(lines).anyMatch(line -> line.matches(" {2}rate {10}[▁-█]{5}"));
    assertThat(lines).anyMatch(line -> line.matches(" {2}connections {3}[▁-█]{5}"));
    assertThat(screen.lines(30)).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(30));
  }

  @Test
  void aBlockIsAsHighAsItsValue() {
    assertThat(Sparkline.of(List.of(0.0, 1.0, 4.0, 8.0), 10)).isEqualTo("▁▁▄█");
    assertThat(Sparkline.of(List.of(1.0, 2.0, 8.0), 2)).as("the last ones").isEqualTo("▂█");
    assertThat(Sparkline.of(List.of(0.0, Double.NaN, 0.0), 9)).isEqualTo("▁ ▁");
    assertThat(Sparkline.of(List.of(), 9)).isEmpty();
  }

  @Test
  void keysAreCommands() throws Exception {
    intervals(2);
    onAScreen("+-><m ][u\t+u\t-]\t=xq");
    assertThat(given)
        .containsExactly(
            "rate +10%",
            "rate -10%",
            "rate +25%",
            "rate -25%",
            "mark by top",
            "pause",
            "threads +1",
            "threads -1",
            "undo",
            "rate senders +10%",
            "undo senders",
            "rate odd, name/1 -10%",
            "threads odd, name/1 +1",
            "rate +10%");
    assertThat(shown()).contains("senders", "connections");
  }

  @Test
  void eachKeyIsExplainedWhereItIsAskedFor() {
    intervals(1);
    List<String> lines = screen.lines(80);
    screen.toggleKeys();
    assertThat(screen.lines(80).size()).isGreaterThan(lines.size());
    assertThat(String.join("\n", screen.lines(80)))
        .contains("+ - ", "> < ", "[ ] ", "space ", "u ", "m ", "tab ", "? ", "q ");
    screen.toggleKeys();
    assertThat(screen.lines(80)).isEqualTo(lines);
  }

  @Test
  void aPipeGetsPlainLines() throws Exception {
    intervals(1);
    try (Terminal terminal =
        new DumbTerminal(
            "test",
            Terminal.TYPE_DUMB,
            new ByteArrayInputStream("+q".getBytes(StandardCharsets.UTF_8)),
            out,
            StandardCharsets.UTF_8)) {
      new Top(terminal, screen, this::carryOut).run();
    }
    assertThat(given).containsExactly("rate +10%");
    assertThat(shown()).contains("rate +10%: OK 1").doesNotContain("\u001b");
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThat(screen.lines(80).get(0)).contains("waiting for the first interval");
    screen.broken("app1:4444 refuses: \u001b[2Jboo");
    assertThat(screen.lines(80).get(0)).contains("refuses: ?[2Jboo");
  }
}
