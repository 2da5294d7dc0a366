package dev.sluice.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Broker;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in the documentation of the API compile and run, 50 times as fast as they say. */
class ExamplesTest {

  private static final Pattern BLOCK =
      Pattern.compile("<pre>\\{@code\\n(.*?)\\n *\\* }</pre>", Pattern.DOTALL);

  private static final String AROUND =
      """
      import static dev.sluice.api.Rate.perSecond;

      import dev.sluice.api.*;
      import java.time.Duration;

      public final class %s {

        static Duration ofSeconds(long number) {
          return Duration.ofMillis(20 * number);
        }

        record OrderClient() implements AutoCloseable {
          void place(String order) {}

          @Override
          public void close() {}
        }

        static final class Path {
          static java.nio.file.Path of(String file) {
            return java.nio.file.Path.of("src/test/plans", file);
          }
        }

        public static void run(Broker broker) {
          %s
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void compileAndRun() throws Exception {
    List<String> classes = compiledExamples();
    assertThat(classes).hasSizeGreaterThan(4);

    ExecutorService sideBySide = Executors.newFixedThreadPool(classes.size());
    try (EmbeddedProvider provider = EmbeddedProvider.inProcess();
        URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      List<Future<Object>> runs = new ArrayList<>();
      for (String example : classes) {
        Method run = loader.loadClass(example).getMethod("run", Broker.class);
        runs.add(sideBySide.submit(() -> run.invoke(null, Broker.of(provider))));
      }
      for (Future<Object> run : runs) {
        run.get();
      }
    } finally {
      sideBySide.shutdownNow();
    }
  }

  /** The names of the classes that they are in: of the file and the place in it. */
  private List<String> compiledExamples() throws IOException {
    List<String> names = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("../api/src/main/java"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        Matcher block = BLOCK.matcher(Files.readString(file));
        while (block.find()) {
          String code = block.group(1).replaceAll("(?m)^ *\\* ?", "");
          String name = file.getFileName().toString().replace(".java", "At") + block.start();
          Path source = folder.resolve(name + ".java");
          arguments.add(Files.writeString(source, AROUND.formatted(name, code)).toString());
          names.add(name);
        }
      }
    }
    arguments.addAll(0, List.of("-cp", System.getProperty("java.class.path")));
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(code).as("exit code of javac, whose complaints are in the log").isZero();
    return names;
  }
}
