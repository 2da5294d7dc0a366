package dev.sluice.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.core.result.Verdict.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The words of a verdict stand where it is made, and no output has others for it. */
class OneVerdictTest {

  /**
   * The makers; a command's help, the totals of a fleet, which know more than a run, and the page
   * that counts objectives while the run goes on.
   */
  private static final Pattern MAKERS =
      Pattern.compile(
          ".*/((Verdict|ObjectiveResult|CompareCommand|AgentTotals)\\.java|first\\.js)");

  private static final Pattern SOURCES = Pattern.compile(".*/src/main/.*\\.(java|js)");

  /** Those of several words: a single one may mean something else. */
  private static Stream<String> words() {
    return Stream.concat(
        Stream.of(Kind.values())
            .flatMap(each -> Stream.of(each.label(), each.headline(), each.lately()))
            .filter(each -> each.contains(" ")),
        Stream.of(Judgement.values())
            .flatMap(
                each ->
                    Stream.of("objectives " + each.label(), "objectives were " + each.label())));
  }

  @Test
  void noOutputPhrasesAVerdictAgain() throws IOException {
    Pattern phrase =
        Pattern.compile(
            words().map(Pattern::quote).collect(Collectors.joining("|", "\"[^\"\n]*(?:", ")")));
    List<String> found = new ArrayList<>();
    for (String floor : List.of("harness-core", "harness-jms", "harness-control")) {
      try (Stream<Path> files = Files.walk(Path.of("../..", floor))) {
        for (Path file : files.toList()) {
          String name = file.toString().replace('\\', '/');
          if (SOURCES.matcher(name).matches() && !MAKERS.matcher(name).matches()) {
            phrase
                .matcher(Files.readString(file))
                .results()
                .forEach(each -> found.add(name + ": " + each.group()));
          }
        }
      }
    }
    assertThat(found).isEmpty();
  }
}
