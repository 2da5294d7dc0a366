package dev.sluice.it.clients;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A jar with a provider that is not in the build: compiled here, from its source. */
final class ProviderJar {

  private static final String SOURCE =
      """
      package org.example.harbour;

      import dev.sluice.core.worker.ConnectionWatch;
      import dev.sluice.jms.provider.*;
      import jakarta.jms.*;
      import java.util.List;
      import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

      public final class HarbourType implements ProviderType {

        private static final ProviderOption<Integer> PIER =
            ProviderOption.port("--pier", "1", "the port of the broker.");

        @Override
        public String name() {
          return "harbour";
        }

        @Override
        public List<ProviderOption<?>> options() {
          return List.of(PIER);
        }

        @Override
        public JmsProvider open(GivenOptions given) {
          return new Harbour("tcp://127.0.0.1:" + given.value(PIER), given.credentials());
        }

        private record Harbour(
            ConnectionFactory factory, Credentials credentials, Failures failures)
            implements JmsProvider {

          Harbour(String url, Credentials credentials) {
            this(new ActiveMQConnectionFactory(url), credentials, new Failures());
          }

          @Override
          public String name() {
            return "harbour";
          }

          @Override
          public String describe() {
            return "a harbour";
          }

          @Override
          public Connection connect(ConnectionWatch watch) throws JMSException {
            return credentials.connect(factory);
          }

          @Override
          public JMSContext context(int sessionMode, ConnectionWatch watch)
              throws JMSException {
            return credentials.context(factory, sessionMode);
          }

          @Override
          public Destination destination(DestinationMaker session, String name)
              throws JMSException {
            return session.create(name);
          }

          @Override
          public Failure explain(Throwable failure) {
            return failures.explain(failure);
          }

          @Override
          public void close() {}
        }
      }
      """;

  private ProviderJar() {}

  /** Compiles the provider against the class path of the tests, and packs it. */
  static Path in(Path folder) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    compile(classes);
    Path jar = folder.resolve("harbour.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(file);
        Stream<Path> files = Files.walk(classes)) {
      add(
          packed,
          "META-INF/services/dev.sluice.jms.provider.ProviderType",
          "org.example.harbour.HarbourType\n".getBytes(StandardCharsets.UTF_8));
      for (Path compiled : files.filter(Files::isRegularFile).toList()) {
        add(packed, classes.relativize(compiled).toString(), Files.readAllBytes(compiled));
      }
    }
    return jar;
  }

  private static void compile(Path classes) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
    JavaFileObject source =
        new SimpleJavaFileObject(
            URI.create("string:///org/example/harbour/HarbourType.java"),
            JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return SOURCE;
          }
        };
    if (!compiler.getTask(null, null, null, options, null, List.of(source)).call()) {
      throw new IllegalStateException("the provider does not compile");
    }
  }

  private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(content);
    jar.closeEntry();
  }
}
