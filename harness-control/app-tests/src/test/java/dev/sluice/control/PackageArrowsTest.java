package dev.sluice.control;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The packages that a package of the same module uses: those of {@code packages.txt}, no more and
 * no fewer. What a module uses of others is in its pom.
 */
class PackageArrowsTest {

  private static final String ROOT = "dev.sluice.";
  private static final Path ALLOWED = Path.of("src/test/resources/packages.txt");

  @Test
  void aPackageUsesThoseOfItsModuleThatItMay() throws Exception {
    TreeMap<String, TreeSet<String>> used = new TreeMap<>();
    for (JavaClass each :
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(new ArchitectureTest.NoTestJars())
            .importPackages("dev.sluice")) {
      for (Dependency arrow : each.getDirectDependenciesFromSelf()) {
        JavaClass target = arrow.getTargetClass().getBaseComponentType();
        if (target.getSource().isPresent()
            && module(target).equals(module(each))
            && !target.getPackageName().equals(each.getPackageName())) {
          used.computeIfAbsent(name(each), added -> new TreeSet<>()).add(name(target));
        }
      }
    }
    String lines =
        used.entrySet().stream()
            .map(each -> each.getKey() + ": " + String.join(", ", each.getValue()) + "\n")
            .collect(joining());
    assertThat(lines).as("the arrows of %s", ALLOWED).isEqualTo(Files.readString(ALLOWED));
  }

  /** The folder or jar of a class, without its path inside of that. */
  private static String module(JavaClass of) {
    URI source = of.getSource().orElseThrow().getUri();
    String path = of.getName().replaceAll("\\$.*", "").replace('.', '/');
    return source.toString().replaceAll(path + ".*", "");
  }

  private static String name(JavaClass of) {
    return of.getPackageName().substring(ROOT.length());
  }
}
