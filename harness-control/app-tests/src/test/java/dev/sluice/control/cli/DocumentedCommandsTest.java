package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.cli.command.Commands;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Every command line that the README and the pages of docs and config show is understood. */
class DocumentedCommandsTest {

  private static final Path HOME = Path.of("../..");

  /** A line that runs the program, in an indented or fenced block, continued lines joined. */
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^ *(?:\\$ )?(?:\\./sluice|sluice|java [^|\\n]*sluice\\.jar) +(.*)$");

  /** Words as a shell splits them; a comment ends them, as does what comes after the command. */
  private static final Pattern WORD =
      Pattern.compile("\\s*(?:([|&;>]|#.*|2>.*)|((?:'[^']*'|\"[^\"]*\"|\\\\.|[^\\s'\"|&;>])+))");

  /** A line of a page. */
  record Line(String page, List<String> words) {

    @Override
    public String toString() {
      return page + ": " + String.join(" ", words);
    }
  }

  static Stream<Line> commands() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(HOME.resolve("README.md")));
    for (String folder : List.of("docs", "config")) {
      try (Stream<Path> files = Files.walk(HOME.resolve(folder))) {
        files.filter(path -> path.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    List<Line> lines = new ArrayList<>();
    for (Path page : pages) {
      Matcher command = COMMAND.matcher(Files.readString(page).replaceAll("\\\\\\R\\s*", " "));
      while (command.find()) {
        List<String> words = words(command.group(1));
        // ARGS, [options] and ... stand for what a reader fills in; harbour for a provider of
        // theirs
        if (!words.contains("harbour")
            && words.stream()
                .noneMatch(word -> word.matches("\\.\\.\\.|\\[.*|[A-Z]+\\.\\.\\.|<.*"))) {
          lines.add(new Line(HOME.relativize(page).toString(), words));
        }
      }
    }
    return lines.stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void isUnderstood(Line line) {
    String[] words = line.words().toArray(String[]::new);
    StringWriter nowhere = new StringWriter();
    CommandLine program =
        Commands.commandLine(
            new PrintWriter(nowhere), new PrintWriter(nowhere), new Secrets(), words);
    assertThat(program.parseArgs(words).errors()).isEmpty();
  }

  /** Scenarios that come with the program, with the settings that a page gives them. */
  @ParameterizedTest
  @MethodSource("scenarios")
  void isAScenarioThatCanBePlayed(Line line) {
    List<String> words = new ArrayList<>(line.words());
    words.set(1, HOME.resolve(words.get(1)).toString());
    if (!words.contains("--dry-run")) {
      words.add("--dry-run");
    }
    Execution execution = Execution.of(words.toArray(String[]::new));
    assertThat(execution.err()).isEmpty();
    execution.ended(ExitCode.OK);
  }

  static Stream<Line> scenarios() throws IOException {
    return commands()
        .filter(line -> line.words().get(0).equals("run"))
        .filter(line -> line.words().get(1).matches("config/.*-small\\.yaml|config/[a-z-]+\\.yaml"))
        .filter(line -> !line.words().get(1).matches("config/e[1-5]-.*(?<!-small)\\.yaml"));
  }

  /** One of the build, or one that was copied into an empty folder. */
  @Test
  void theReadmeStartsTheJarsWhereTheBuildPutsThem() throws IOException {
    String readme = Files.readString(HOME.resolve("README.md"));
    Matcher jar = Pattern.compile("(?m)^ {4,}.*-jar (\\S+)").matcher(readme);
    assertThat(jar.results().map(found -> found.group(1)))
        .isNotEmpty()
        .isSubsetOf("sluice.jar", "harness-control/target/sluice.jar");
    assertThat(readme).contains("`harness-control/target/sluice.jar`");
    assertThat(readme).as("blocks are indented by 4").doesNotContainPattern("(?m)^ {8}\\w");
  }

  @Test
  void thePagesAreFullOfThem() throws IOException {
    assertThat(commands()).hasSizeGreaterThan(60);
    assertThat(scenarios()).hasSizeGreaterThan(5);
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line);
    while (word.lookingAt() && word.group(1) == null) {
      words.add(word.group(2).replaceAll("'([^']*)'|\"([^\"]*)\"|\\\\(.)", "$1$2$3"));
      word.region(word.end(), line.length());
    }
    return words;
  }
}
