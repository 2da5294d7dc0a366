package dev.sluice.it.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/** The program as it is given away, without IBM's client. */
public final class OpenJar {

  private static final String IBM = "com/ibm/";

  private OpenJar() {}

  /**
   * Packs it.
   *
   * @param jar the file to write
   * @return the file
   */
  public static Path pack(Path jar) throws IOException {
    List<String> command = PackagedProgram.command();
    try (JarFile whole = new JarFile(command.get(command.size() - 1));
        OutputStream file = Files.newOutputStream(jar);
        JarOutputStream open = new JarOutputStream(file, whole.getManifest())) {
      for (JarEntry entry : Collections.list(whole.entries())) {
        if (!entry.getName().startsWith(IBM) && !entry.getName().equals(JarFile.MANIFEST_NAME)) {
          open.putNextEntry(new JarEntry(entry.getName()));
          whole.getInputStream(entry).transferTo(open);
        }
      }
    }
    return jar;
  }
}
