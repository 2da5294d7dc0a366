package dev.sluice.jms.provider;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The types of providers there are: those on the class path of the harness, then those of jars in
 * the folder of its own jar, then those of jars that a person names. The first one of a name wins.
 * Where one came without its client library, jars that have it complete it: those that a person
 * names, else those of the folder.
 */
public final class ProviderTypes {

  /** Where the jars of a client library or of a provider are. */
  public static final ProviderOption<String> CLASS_PATH =
      ProviderOption.text(
          "--class-path",
          "PATH",
          "",
          "The jars of a client (jndi, factory) or of a provider of your own, as a folder or as"
              + " several jars and folders separated as in a class path.");

  private static final String SERVICE = "META-INF/services/" + ProviderType.class.getName();

  private static final ClassLoader HARNESS = ProviderTypes.class.getClassLoader();

  private final Map<String, ProviderType> byName = new LinkedHashMap<>();
  private final Set<ProviderType> foreign = new HashSet<>(); // those that came out of other jars

  private ProviderTypes() {}

  /**
   * All types that can be found.
   *
   * @param classPath jars and folders of jars, separated as paths are on this system; may be empty,
   *     and what is not there is ignored
   */
  public static ProviderTypes find(String classPath) {
    ProviderTypes types = new ProviderTypes();
    types.addAll(HARNESS, false);
    List<Path> beside = jarsBesideTheHarness();
    List<Path> named = jarsOf(classPath);
    types.completeBy(named); // a person's choice of a client first
    types.completeBy(beside);
    types.addJars(beside);
    types.addJars(named);
    return types;
  }

  /** In the order in which they were found. */
  public List<ProviderType> all() {
    return List.copyOf(byName.values());
  }

  /** The type of a name, in upper or lower case. */
  public Optional<ProviderType> named(String name) {
    return Optional.ofNullable(byName.get(name.toLowerCase(Locale.ROOT)));
  }

  /** The options that can be given for a type, as all types share {@link #CLASS_PATH}. */
  public List<ProviderOption<?>> optionsOf(ProviderType type) {
    List<ProviderOption<?>> options = new ArrayList<>(type.options());
    if ((foreign.contains(type) || type.lacksClient()) && !options.contains(CLASS_PATH)) {
      options.add(CLASS_PATH);
    }
    return options;
  }

  private void addJars(List<Path> jars) {
    if (jars.stream().anyMatch(jar -> has(jar, SERVICE))) {
      // not closed: a provider may load its classes whenever it needs them
      addAll(
          new URLClassLoader(
              "providers", jars.stream().map(ClientJars::url).toArray(URL[]::new), HARNESS),
          true);
    }
  }

  private void completeBy(List<Path> jars) {
    all().stream().filter(ProviderType::lacksClient).forEach(type -> complete(type, jars));
  }

  private void complete(ProviderType type, List<Path> jars) {
    if (jars.stream().noneMatch(jar -> has(jar, fileOf(type.client())))) {
      return;
    }
    try { // not closed either
      ProviderType complete =
          Class.forName(type.getClass().getName(), true, new BesideItsClient(type, jars))
              .asSubclass(ProviderType.class)
              .getConstructor()
              .newInstance();
      byName.put(type.name(), complete);
      foreign.add(complete);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new ConfigurationException(
          "the provider " + type.name() + " cannot be loaded: " + CauseChain.firstLine(e), e);
    }
  }

  static String fileOf(String className) {
    return className.replace('.', '/') + ".class";
  }

  private void addAll(ClassLoader loader, boolean fromOtherJars) {
    try {
      for (ProviderType type : ServiceLoader.load(ProviderType.class, loader)) {
        if (byName.putIfAbsent(type.name(), type) == null && fromOtherJars) {
          foreign.add(type);
        }
      }
    } catch (ServiceConfigurationError | LinkageError e) {
      throw new ConfigurationException(
          "a provider cannot be loaded: " + CauseChain.firstLine(e), e);
    }
  }

  /** Those in the folder of the one jar that the JVM was started with. */
  private static List<Path> jarsBesideTheHarness() {
    String started = System.getProperty("java.class.path", "");
    if (!started.endsWith(".jar") || started.contains(File.pathSeparator)) {
      return List.of();
    }
    Path own = Path.of(started).toAbsolutePath();
    return Files.isRegularFile(own) ? jarsIn(own.getParent(), own) : List.of();
  }

  private static List<Path> jarsOf(String classPath) {
    return ClientJars.entriesOf(classPath).stream()
        .flatMap(
            entry -> Files.isDirectory(entry) ? jarsIn(entry, entry).stream() : Stream.of(entry))
        .toList();
  }

  private static List<Path> jarsIn(Path folder, Path except) {
    try {
      return ClientJars.jarsIn(folder).stream().filter(jar -> !jar.equals(except)).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static boolean has(Path jar, String entry) {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.getEntry(entry) != null;
    } catch (IOException e) {
      return false; // the client that it belongs to says so
    }
  }

  /** A type's own package, loaded again, and its client. All else comes from the harness. */
  private static final class BesideItsClient extends URLClassLoader {

    static {
      registerAsParallelCapable();
    }

    private final String own;

    BesideItsClient(ProviderType type, List<Path> jars) {
      super(
          type.name(),
          Stream.concat(
                  Stream.of(type.getClass().getProtectionDomain().getCodeSource().getLocation()),
                  jars.stream().map(ClientJars::url))
              .toArray(URL[]::new),
          HARNESS);
      own = type.getClass().getPackageName() + ".";
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(own)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }
}
