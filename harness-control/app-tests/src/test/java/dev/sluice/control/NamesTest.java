package dev.sluice.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A name belongs to one idea: no more than two packages have a type of the same name. */
class NamesTest {

  private static final List<String> FLOORS =
      List.of("harness-core", "harness-jms", "harness-control");

  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^(?: *(?:public|protected|private|static|final|sealed|non-sealed|abstract))* *"
              + "(?:record|class|enum|interface) ([A-Z]\\w*)");

  @Test
  void aThirdPackageGivesItsTypeANounOfItsOwn() throws IOException {
    Map<String, Set<String>> packages = new TreeMap<>();
    for (String floor : FLOORS) {
      try (Stream<Path> files = Files.walk(Path.of("../..", floor))) {
        for (Path file : files.filter(NamesTest::isMainCode).toList()) {
          String text = Files.readString(file);
          Matcher own = PACKAGE.matcher(text);
          if (own.find()) {
            TYPE.matcher(text)
                .results()
                .forEach(
                    type ->
                        packages
                            .computeIfAbsent(type.group(1), name -> new TreeSet<>())
                            .add(own.group(1)));
          }
        }
      }
    }
    packages.values().removeIf(in -> in.size() <= 2);
    assertThat(packages).isEmpty();
  }

  private static boolean isMainCode(Path file) {
    String name = file.toString().replace('\\', '/');
    return name.contains("/src/main/java/") && name.endsWith(".java");
  }
}
