package dev.sluice.it.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No package of main code is so large that a reader loses sight of it. */
class PackageSizeTest {

  private static final int MAX_FILES = 25;

  /** Packages that are still larger. Numbers here may only fall. */
  private static final Map<String, Integer> LARGER = Map.of("dev.sluice.mqsim.conversation", 35);

  @Test
  void noPackageHasMoreThan25Files() throws IOException {
    Map<String, Integer> tooLarge = filesByPackage();
    tooLarge
        .entrySet()
        .removeIf(size -> size.getValue() <= LARGER.getOrDefault(size.getKey(), MAX_FILES));
    assertThat(tooLarge).isEmpty();
  }

  @Test
  void noExceptionIsKeptForAPackageThatHasShrunk() throws IOException {
    Map<String, Integer> sizes = filesByPackage();
    assertThat(LARGER)
        .allSatisfy((name, files) -> assertThat(sizes.get(name)).isGreaterThan(MAX_FILES));
  }

  private static Map<String, Integer> filesByPackage() throws IOException {
    Map<String, Integer> files = new TreeMap<>();
    for (String module :
        List.of("harness-core", "harness-jms", "harness-control", "src-it/mqsim")) {
      Path sources = PackagedProgram.root().resolve(module).resolve("src/main/java");
      try (Stream<Path> all = Files.walk(sources)) {
        all.filter(file -> file.toString().endsWith(".java"))
            .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
            .forEach(name -> files.merge(name, 1, Integer::sum));
      }
    }
    return files;
  }
}
