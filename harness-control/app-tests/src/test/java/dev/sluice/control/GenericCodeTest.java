package dev.sluice.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Code outside of a provider's own folder names none: what it needs, types of providers declare.
 */
class GenericCodeTest {

  private static final Path HOME = Path.of("../..");
  private static final Pattern MODULE = Pattern.compile("<module>(harness-[^<]+)</module>");

  /** Modules about products of others, and that with the embedded brokers of tests. */
  private static final Set<String> OWN_MODULES =
      Set.of(
          "harness-jms/ibmmq",
          "harness-jms/observe-mq",
          "harness-jms/artemis",
          "harness-control/older-tools",
          "harness-control/junit");

  /**
   * Folders about one product: providers, the commands for its tables, the hub that fleets have.
   */
  private static final Pattern OWN_FOLDERS =
      Pattern.compile("jms/provider/\\w+/|control/cli/command/ccdt/|control/fleet/link/");

  /**
   * Two members of a format older than the list of providers, the list of commands and its groups,
   * the commands of the older tools, and the option that says which brokers can be a hub.
   */
  private static final List<String> OTHERS =
      List.of(
          "control/format/RunDocument.java",
          "control/sink/page/RunDifferences.java",
          "control/cli/command/Commands.java",
          "control/cli/command/GroupedCommands.java",
          "control/cli/command/LegacyCommand.java",
          "control/cli/option/run/FleetOptions.java");

  private static final Pattern NAMES =
      Pattern.compile("(?i)ibm|artemis|activemq|websphere|ccdt|\\bMQ\\b(?!-CPH)|\\bqmgr\\b");

  private static final Pattern COMMENTS = Pattern.compile("(?s)/\\*.*?\\*/|(?m)^\\s*//.*$| // .*$");

  @Test
  void namesNoProvider() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path sources : sources()) {
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(GenericCodeTest::isGeneric).toList()) {
          COMMENTS
              .matcher(Files.readString(file))
              .replaceAll("")
              .lines()
              .filter(line -> NAMES.matcher(line).find())
              .forEach(line -> found.add(file.getFileName() + ": " + line.strip()));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    return MODULE
        .matcher(Files.readString(HOME.resolve("pom.xml")))
        .results()
        .map(module -> module.group(1))
        .filter(module -> !OWN_MODULES.contains(module))
        .map(module -> HOME.resolve(module).resolve("src/main/java/dev/sluice"))
        .filter(Files::isDirectory) // one has tests alone
        .toList();
  }

  private static boolean isGeneric(Path file) {
    String name = file.toString().replace('\\', '/');
    return name.endsWith(".java")
        && !OWN_FOLDERS.matcher(name).find()
        && OTHERS.stream().noneMatch(name::endsWith);
  }
}
