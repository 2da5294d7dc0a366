package dev.sluice.control.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The command lines that the documentation shows: what a fuzzer begins with. */
final class DocumentedLines {

  private static final Path DOCS = Path.of(System.getProperty("basedir", "."), "../..", "docs");
  private static final String PROGRAM = "    sluice ";

  private DocumentedLines() {}

  /** What follows the program's name, with lines that go on joined. */
  static Stream<String> all() throws IOException {
    try (Stream<Path> files = Files.list(DOCS)) {
      List<Path> pages = files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
      StringBuilder text = new StringBuilder();
      for (Path page : pages) {
        text.append(Files.readString(page).replaceAll("\\\\\\R +", ""));
      }
      return text
          .toString()
          .lines()
          .filter(line -> line.startsWith(PROGRAM))
          .map(line -> line.substring(PROGRAM.length()))
          .distinct()
          .toList()
          .stream();
    }
  }
}
