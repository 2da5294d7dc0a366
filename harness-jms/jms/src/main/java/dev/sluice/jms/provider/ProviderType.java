package dev.sluice.jms.provider;

import jakarta.jms.ConnectionFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A kind of provider: its name, its options, and how a provider is made of them. Types are found by
 * {@link java.util.ServiceLoader}: a jar that names a public implementation in {@code
 * META-INF/services/dev.sluice.jms.provider.ProviderType} adds one. It needs a constructor without
 * parameters, which must be cheap, because every command line makes all types.
 */
public interface ProviderType {

  /** The name after {@code --provider}: lower-case letters, digits and hyphens. */
  String name();

  /**
   * A few words for the help text about the brokers that it connects to, or empty if the name says
   * it.
   */
  default String summary() {
    return "";
  }

  /** The title of its options in the help text. */
  default String title() {
    return name();
  }

  /** Its own options. Two types may declare the same one; it is then the same object. */
  default List<ProviderOption<?>> options() {
    return List.of();
  }

  /**
   * A class of its client library, if the program may come without that library; else empty. Jars
   * that have it complete the type: it is then loaded again, beside its client.
   */
  default String client() {
    return "";
  }

  /** Whether the program came without that library, and no jar has completed the type. */
  default boolean lacksClient() {
    return !client().isEmpty()
        && getClass().getClassLoader().getResource(ProviderTypes.fileOf(client())) == null;
  }

  /**
   * A provider with these options; it connects to nothing yet.
   *
   * @throws ProviderOptionException if an option is missing, or options do not go together
   * @throws ConfigurationException if the settings cannot be right
   */
  JmsProvider open(GivenOptions given);

  /** The table of connections that the options name; its digest is kept with the results. */
  default Optional<ConnectionTable> connectionTable(GivenOptions given) {
    return Optional.empty();
  }

  /**
   * Explains failures of the client library that this type uses, also where a provider of another
   * type was given the library's connection factory.
   *
   * @param place where connections lead to, as it stands in messages, with a space before it
   */
  default Optional<FailureExplainer> explainer(String place, ConnectionFactory factory) {
    return Optional.empty();
  }

  /**
   * What each connection of a factory takes of this process, if it is one of the client library
   * that this type knows; the provider may be of another type.
   */
  default Optional<ConnectionCost> connectionCost(ConnectionFactory factory) {
    return Optional.empty();
  }

  /**
   * Options that name a broker of this type for commands, where they do not come by the run's own
   * broker. The first one chooses this type; the others require it.
   */
  default List<ProviderOption<?>> commandBrokerOptions() {
    return List.of();
  }

  /**
   * The provider that the {@link #commandBrokerOptions} name.
   *
   * @param given those options, and the run's credentials
   */
  default JmsProvider openCommandBroker(GivenOptions given) {
    throw new UnsupportedOperationException(name() + " declares no broker for commands");
  }

  /**
   * Whether sends wait for the broker outside of transactions too, whatever their delivery mode: if
   * so, persistence alone makes them differ.
   */
  default boolean awaitsAllSends() {
    return false;
  }

  /** What its {@link JmsProvider#view views} can read; nothing if it offers none. */
  default List<BrokerView.Measure> measures() {
    return List.of();
  }

  /** Lines for the help of a command, with what they need to connect; empty without any. */
  default List<String> examples(String command) {
    return List.of();
  }

  /**
   * Versions of its client libraries by name, for {@code run.json}: those in a file {@code
   * versions.properties} beside the class, if there is one.
   */
  default Map<String, String> versions() {
    return versionsBeside(getClass());
  }

  /**
   * The versions in the file {@code versions.properties} of a class's package; none without the
   * file.
   */
  static Map<String, String> versionsBeside(Class<?> type) {
    Properties versions = new Properties();
    try (InputStream in = type.getResourceAsStream("versions.properties")) {
      if (in != null) {
        versions.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> byName = new TreeMap<>();
    versions.stringPropertyNames().forEach(name -> byName.put(name, versions.getProperty(name)));
    return byName;
  }

  /**
   * Sets how much its client library logs, before it is loaded: warnings are events of the run.
   *
   * @param verbose whether the person asked for more
   */
  default void configureLogging(boolean verbose) {}
}
