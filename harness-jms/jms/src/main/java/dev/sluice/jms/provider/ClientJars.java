package dev.sluice.jms.provider;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The jars of a client library, with a class loader of their own: so that the library meets the
 * versions that it brings along, not those in the harness. What both have to agree on comes from
 * the harness: the JMS API, the naming API of Java, and the logging API. Nothing else does, lest a
 * library be made of two.
 *
 * <p>Libraries look for their parts by the class loader of the thread that calls them, so they are
 * called by {@link #call} or {@link #run}, or on a thread that is theirs for life. Any thread.
 */
public final class ClientJars implements AutoCloseable {

  private static final ClassLoader HARNESS = ClientJars.class.getClassLoader();

  private final ClassLoader loader;

  private ClientJars(ClassLoader loader) {
    this.loader = loader;
  }

  /** A call into the client library. */
  @FunctionalInterface
  public interface Call<T, E extends Exception> {
    T call() throws E;
  }

  /** No jars: the client library is on the class path of the harness. */
  public static ClientJars none() {
    return new ClientJars(HARNESS);
  }

  /** Those that a class came from, if it is none of the harness. */
  static ClientJars of(Class<?> type) {
    return new ClientJars(type.getClassLoader());
  }

  /**
   * Jars as a person names them.
   *
   * @param classPath folders of jars, and jars, separated as paths are on this system; empty for
   *     none
   * @throws ConfigurationException if one of them is not there, or a folder has no jars
   */
  public static ClientJars of(String classPath) {
    if (classPath.isEmpty()) {
      return none();
    }
    List<URL> urls = new ArrayList<>();
    entriesOf(classPath).forEach(entry -> addTo(urls, entry));
    return new ClientJars(new Loader(urls.toArray(URL[]::new)));
  }

  /** Calls the library as one that is alone. */
  public <T, E extends Exception> T call(Call<T, E> call) throws E {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader == HARNESS ? before : loader);
    try {
      return call.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** The same for calls that return nothing. */
  public void run(Runnable calls) {
    call(
        () -> {
          calls.run();
          return null;
        });
  }

  /** Makes the calling thread the library's, for the rest of its life. */
  public void adoptThread() {
    if (loader != HARNESS) {
      Thread.currentThread().setContextClassLoader(loader);
    }
  }

  /** A class of the library. */
  public Class<?> load(String className) throws ClassNotFoundException {
    return Class.forName(className, true, loader);
  }

  @Override
  public void close() {
    if (loader instanceof URLClassLoader own) {
      try {
        own.close();
      } catch (IOException e) {
        // the jars were only read
        return;
      }
    }
  }

  /** The folders and jars of a class path, in its order. */
  static List<Path> entriesOf(String classPath) {
    return Stream.of(classPath.split(Pattern.quote(File.pathSeparator)))
        .filter(entry -> !entry.isBlank())
        .map(Path::of)
        .toList();
  }

  private static void addTo(List<URL> urls, Path entry) {
    if (!Files.isDirectory(entry)) {
      urls.add(readable(entry));
      return;
    }
    try {
      List<Path> jars = jarsIn(entry);
      if (jars.isEmpty()) {
        throw new ConfigurationException("folder " + entry + " of the class path has no jars");
      }
      jars.forEach(jar -> urls.add(readable(jar)));
    } catch (IOException e) {
      throw new ConfigurationException("folder " + entry + " of the class path cannot be read", e);
    }
  }

  private static URL readable(Path jar) {
    if (!Files.isReadable(jar)) {
      throw new ConfigurationException(
          "'" + jar + "' of the class path does not exist or cannot be read");
    }
    return url(jar);
  }

  /** The jars of a folder, in the order of their names. */
  static List<Path> jarsIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new ConfigurationException("'" + jar + "' of the class path has no URL", e);
    }
  }

  /** Java's own classes, the shared APIs, and the jars. */
  private static final class Loader extends URLClassLoader {

    private static final List<String> SHARED =
        List.of("jakarta.jms.", "javax.naming.", "org.slf4j.");

    static {
      registerAsParallelCapable();
    }

    Loader(URL[] jars) {
      super("client", jars, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return SHARED.stream().anyMatch(name::startsWith)
          ? HARNESS.loadClass(name)
          : super.loadClass(name, resolve);
    }
  }
}
