package dev.sluice.control.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.compat.LegacyLine.Translation;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The meaning of older command lines; the lines are in the resources. */
class LegacyLineTest {

  private static LegacyTool toolOf(Tool tool) {
    return tool == Tool.CPH ? new Cph() : new PerfHarness();
  }

  private static LegacyLine read(Tool tool, LineCase line) {
    return toolOf(tool).read(line.own(), line.words());
  }

  @TestFactory
  Stream<DynamicTest> perfharness() {
    return tests(Tool.PERFHARNESS);
  }

  @TestFactory
  Stream<DynamicTest> cph() {
    return tests(Tool.CPH);
  }

  private static Stream<DynamicTest> tests(Tool tool) {
    return LineCase.all(tool).stream()
        .map(line -> DynamicTest.dynamicTest(line.text(), () -> check(tool, line)));
  }

  private static void check(Tool tool, LineCase line) {
    if (!line.complaint().isEmpty()) {
      assertThatThrownBy(() -> read(tool, line))
          .isInstanceOf(LegacyLineException.class)
          .hasMessageContaining(line.complaint());
      return;
    }
    Translation translation = (Translation) read(tool, line);
    assertThat(translation.arguments()).isEqualTo(LineCase.split(line.expected()));
    if (!line.notice().isEmpty()) {
      assertThat(translation.notices()).anySatisfy(it -> assertThat(it).endsWith(line.notice()));
    }
  }

  /** Each option that means something stands in a line above. */
  @ParameterizedTest
  @EnumSource(Tool.class)
  void everyOptionIsTried(Tool tool) {
    Set<String> tried = new HashSet<>();
    for (LineCase line : LineCase.all(tool)) {
      tried.addAll(OptionWords.parse(line.words(), tool.caseMatters()).keySet());
    }
    OptionCatalogue catalogue = OptionCatalogue.of(tool);
    List<String> missing = new ArrayList<>();
    for (String module : catalogue.modules()) {
      for (LegacyOption option : catalogue.options(module)) {
        boolean question = Set.of("h", "hf", "hm", "v", "hp").contains(option.letters());
        if (option.status() != LegacyOption.Status.OUT_OF_SCOPE
            && !question
            && !tried.contains(option.letters())) {
          missing.add(module + " -" + option.letters());
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Tool.class)
  void everyWorkerIsTriedOrRefused(Tool tool) {
    for (LegacyWorker worker : LegacyWorker.of(tool)) {
      List<String> line =
          tool == Tool.CPH || !worker.name().startsWith("jms")
              ? List.of("-tc", worker.name())
              : List.of("-tc", worker.name(), "-pc", "WebSphereMQ");
      if (worker.status() == LegacyOption.Status.OUT_OF_SCOPE) {
        assertThatThrownBy(() -> toolOf(tool).read(List.of(), line))
            .hasMessageContaining("out of scope");
      } else {
        Translation translation = (Translation) toolOf(tool).read(List.of(), line);
        assertThat(translation.arguments().get(0)).isEqualTo(worker.command());
      }
    }
  }

  @Test
  void passwordsGoNeitherIntoTheLineNorIntoNotices() {
    List<String> line =
        List.of("-tc", "jms.r11.Sender", "-pc", "WebSphereMQ", "-us", "app", "-pw", "s3cret");
    Translation translation = (Translation) new PerfHarness().read(List.of(), line);
    assertThat(translation.toString()).doesNotContain("s3cret");
    assertThat(translation.shellLine()).contains("--user app").doesNotContain("s3cret");
    assertThat(translation.password().orElseThrow().reveal()).isEqualTo("s3cret");
  }

  @Test
  void optionsOfAFileAreBehindThoseOfTheLine(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("o.properties"), "NT=7\nrt = 5\nstrictConfig=1\n");
    List<String> line =
        List.of("-tc", "util.NoOpThread", "-hp", file.toString(), "-rt", "6", "-wi", "0");
    Translation translation = (Translation) new PerfHarness().read(List.of(), line);
    assertThat(translation.shellLine()).contains("--threads 7", "--rate 6");
  }

  @Test
  void theLineWinsByWhicheverNameAnOptionHas(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("o.properties"),
            "providerClass=JNDI\ntransacted=true\nconnectionFactory=CF\n");
    List<String> line =
        List.of("-hp", file.toString(), "-pc", "WebSphereMQ", "-tx", "false", "-cf", "OTHER");
    Translation translation = (Translation) new PerfHarness().read(List.of(), line);
    assertThat(translation.shellLine())
        .contains("--connection-factory OTHER")
        .doesNotContain("--transacted");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "ISO-8859-1"})
  void aFileOfOptionsHasItsLetters(String charset, @TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(folder.resolve("o"), "id=M\u00fcnchen\n", Charset.forName(charset));
    List<String> line = List.of("-tc", "util.NoOpThread", "-hp", file.toString());
    assertThat(((Translation) new PerfHarness().read(List.of(), line)).arguments())
        .contains("M\u00fcnchen");
  }

  @Test
  void aFileOfOptionsThatIsNotThere() {
    assertThatThrownBy(() -> new PerfHarness().read(List.of(), List.of("-hp", "/no/such")))
        .hasMessageContaining("-hp '/no/such' cannot be read");
  }

  @Test
  void helpIsOfTheModulesOfTheLine() {
    List<String> line = List.of("-h", "-tc", "jms.r11.Requestor", "-pc", "WebSphereMQ");
    LegacyLine.Answer answer = (LegacyLine.Answer) new PerfHarness().read(List.of(), line);
    assertThat(answer.lines()).anyMatch(it -> it.contains("-tqpm"));
    assertThat(answer.lines()).anyMatch(it -> it.contains("-ccdt"));
    assertThat(answer.lines()).noneMatch(it -> it.contains("-rq"));
  }

  @Test
  void helpOfAModule() {
    LegacyLine.Answer answer =
        (LegacyLine.Answer) new PerfHarness().read(List.of(), List.of("-hm", "mq"));
    assertThat(answer.lines().get(0)).isEqualTo("-pc WebSphereMQ");
    assertThat(help(new PerfHarness(), "-hm", "Receiver"))
        .contains("  -as (false)  fixed: --listener; the response time is measured");
    assertThat(help(new PerfHarness(), "-hm", "Publisher"))
        .anyMatch(line -> line.startsWith("  -sl (false)  a property"))
        .anyMatch(line -> line.startsWith("  -sn (10)     --selector-values"));
    assertThat(help(new PerfHarness(), "-hm", "WebSphereMQ").get(0)).isEqualTo("-pc WebSphereMQ");
    assertThat(help(new PerfHarness(), "-hm", "mqjava.Requestor", "FileStats"))
        .contains("mqjava workers: the same work is done by the JMS worker of that name")
        .contains("-sc FileStats");
    assertThat(help(new Cph(), "-hm", "Forwarder")).anyMatch(it -> it.contains("-cm"));
    assertThat(help(new Cph(), "-hf", "-tc", "Requester")).anyMatch(it -> it.contains("-dq"));
    assertThatThrownBy(() -> new PerfHarness().read(List.of(), List.of("-hm", "nosuch")))
        .hasMessageContaining("-hm 'nosuch'");
  }

  private static List<String> help(LegacyTool tool, String... line) {
    return ((LegacyLine.Answer) tool.read(List.of(), List.of(line))).lines();
  }

  @Test
  void version() {
    assertThat(new Cph().read(List.of(), List.of("-v")))
        .isEqualTo(new LegacyLine.Answer(List.of(), true));
  }
}
