package dev.sluice.jms.provider;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** The jar of a client library that is one class of the tests. */
final class ClientJar {

  private static final int MAJOR_VERSION = 6; // where it is in a class file
  private static final int OF_JAVA_1 = 44;

  private ClientJar() {}

  /** Packs the class. */
  static Path of(Class<?> client, Path folder) throws IOException {
    return pack(client, bytes(client), folder);
  }

  /** Packs the class as if it had been compiled for that Java. */
  static Path of(Class<?> client, int java, Path folder) throws IOException {
    byte[] bytes = bytes(client);
    ByteBuffer.wrap(bytes).putShort(MAJOR_VERSION, (short) (OF_JAVA_1 + java));
    return pack(client, bytes, folder);
  }

  private static Path pack(Class<?> client, byte[] bytes, Path folder) throws IOException {
    Path jar = folder.resolve("client.jar");
    try (JarOutputStream packed = new JarOutputStream(Files.newOutputStream(jar))) {
      packed.putNextEntry(new JarEntry(ProviderTypes.fileOf(client.getName())));
      packed.write(bytes);
    }
    return jar;
  }

  private static byte[] bytes(Class<?> client) throws IOException {
    String file = ProviderTypes.fileOf(client.getName());
    try (InputStream in = client.getClassLoader().getResourceAsStream(file)) {
      return in.readAllBytes();
    }
  }
}
