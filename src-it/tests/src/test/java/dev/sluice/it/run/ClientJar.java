package dev.sluice.it.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** The jar of a JMS client that is one class of the tests. */
public final class ClientJar {

  private ClientJar() {}

  /**
   * Packs the class.
   *
   * @param client needs no other class of the tests
   * @param jar the file to write
   * @return the file
   */
  public static Path of(Class<?> client, Path jar) throws IOException {
    String name = client.getName().replace('.', '/') + ".class";
    try (InputStream bytes = client.getClassLoader().getResourceAsStream(name);
        JarOutputStream packed = new JarOutputStream(Files.newOutputStream(jar))) {
      packed.putNextEntry(new JarEntry(name));
      bytes.transferTo(packed);
    }
    return jar;
  }
}
