package dev.sluice.it.brokers;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Assumptions;

/**
 * Public packages, which are fetched when a test asks for them: each set into a folder of its own
 * below {@code target}, outside of every class path of the build. A folder that is whole is used
 * again.
 */
final class Packages {

  private static final Path FOLDER = PackagedProgram.root().resolve("src-it/tests/target/brokers");
  private static final String COMPLETE = "complete.txt";

  private Packages() {}

  /**
   * The artifacts with all that they need at run time.
   *
   * @param name of the folder
   * @param artifacts {@code GROUP:ARTIFACT:PROPERTY}, the property without its {@code .version};
   *     {@code :TYPE} may follow
   */
  static Path jars(String name, String... artifacts) throws IOException, InterruptedException {
    String dependencies =
        Stream.of(artifacts).map(Packages::dependency).collect(Collectors.joining());
    return folder(
        name,
        dependencies,
        folder -> {
          Path pom = folder.resolve("pom.xml");
          Files.writeString(
              pom,
              """
              <project xmlns="http://maven.apache.org/POM/4.0.0">
                <modelVersion>4.0.0</modelVersion>
                <groupId>dev.sluice</groupId><artifactId>%s</artifactId><version>1</version>
                <dependencies>
              %s  </dependencies>
              </project>
              """
                  .formatted(name, dependencies));
          run(
              folder,
              PackagedProgram.root().resolve("mvnw").toString(),
              "-q",
              "--batch-mode",
              "-f",
              pom.toString(),
              "org.apache.maven.plugins:maven-dependency-plugin:"
                  + PinnedVersions.of("plugin.dependency")
                  + ":copy-dependencies",
              "-DincludeScope=runtime",
              "-DoutputDirectory=" + folder);
        });
  }

  /** What an archive holds that is an artifact of its own. */
  static Path unzipped(String name, String artifact) throws IOException, InterruptedException {
    Path archives = jars(name + "-archive", artifact + ":zip");
    return folder(
        name,
        dependency(artifact),
        folder -> {
          try (Stream<Path> files = Files.list(archives)) {
            for (Path zip : files.filter(each -> each.toString().endsWith(".zip")).toList()) {
              unzip(zip, folder);
            }
          }
        });
  }

  /** Packages of the Debian that this is, unpacked and not installed; aborts the test elsewhere. */
  static Path debian(String name, List<String> packages) throws IOException, InterruptedException {
    if (!Files.isExecutable(Path.of("/usr/bin/apt-get"))
        || !Files.isExecutable(Path.of("/usr/bin/dpkg"))) {
      return Assumptions.abort(name + " is left out: there is no apt-get here to fetch it");
    }
    return folder(
        name,
        String.join("\n", packages),
        folder -> {
          List<String> download = new ArrayList<>(List.of("apt-get", "download", "-q"));
          download.addAll(packages);
          run(folder, download.toArray(String[]::new));
          try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.filter(file -> file.toString().endsWith(".deb")).toList()) {
              run(folder, "dpkg", "-x", each.toString(), folder.toString());
            }
          }
        });
  }

  /** Fills a folder. */
  @FunctionalInterface
  private interface Filling {
    void fill(Path folder) throws IOException, InterruptedException;
  }

  private static Path folder(String name, String content, Filling filling)
      throws IOException, InterruptedException {
    Path folder = FOLDER.resolve(name);
    Path complete = folder.resolve(COMPLETE);
    if (Files.exists(complete) && Files.readString(complete).equals(content)) {
      return folder;
    }
    Files.createDirectories(folder);
    run(FOLDER, "rm", "-rf", folder.toString());
    Files.createDirectories(folder);
    filling.fill(folder);
    Files.writeString(complete, content);
    return folder;
  }

  private static String dependency(String artifact) {
    String[] parts = artifact.split(":", -1);
    return "    <dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>%s</dependency>\n"
        .formatted(
            parts[0],
            parts[1],
            PinnedVersions.of(parts[2]),
            parts.length > 3 ? "<type>" + parts[3] + "</type>" : "");
  }

  private static void unzip(Path zip, Path folder) throws IOException {
    try (InputStream file = Files.newInputStream(zip);
        ZipInputStream entries = new ZipInputStream(file)) {
      for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
        Path path = folder.resolve(entry.getName()).normalize();
        if (entry.isDirectory() || !path.startsWith(folder)) {
          continue;
        }
        Files.createDirectories(path.getParent());
        Files.copy(entries, path);
      }
    }
  }

  private static void run(Path folder, String... command) throws IOException, InterruptedException {
    Path output = Files.createTempFile("packages", ".txt");
    try {
      int code =
          ChildProcess.builder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start()
              .waitFor();
      if (code != 0) {
        throw new IOException(String.join(" ", command) + ": " + Files.readString(output));
      }
    } finally {
      Files.delete(output);
    }
  }
}
