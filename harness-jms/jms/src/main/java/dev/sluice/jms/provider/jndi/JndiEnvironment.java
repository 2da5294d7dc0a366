package dev.sluice.jms.provider.jndi;

import dev.sluice.core.text.InputFile;
import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import javax.naming.Context;

/**
 * The environment of an initial context.
 *
 * @param file a properties file, if there is one
 * @param factory the class of the initial context factory, empty if the file says it; else it wins
 * @param url the provider's URL, empty if the file says it; else it wins
 */
public record JndiEnvironment(Optional<Path> file, String factory, String url) {

  /**
   * The properties.
   *
   * @throws ConfigurationException if the file cannot be read, or there is no factory
   */
  public Properties properties() {
    Properties environment = new Properties();
    file.ifPresent(path -> load(path, environment));
    if (!factory.isEmpty()) {
      environment.setProperty(Context.INITIAL_CONTEXT_FACTORY, factory);
    }
    if (!url.isEmpty()) {
      environment.setProperty(Context.PROVIDER_URL, url);
    }
    if (environment.getProperty(Context.INITIAL_CONTEXT_FACTORY) == null) {
      throw new ConfigurationException(
          describe() + " does not set " + Context.INITIAL_CONTEXT_FACTORY);
    }
    return environment;
  }

  private static void load(Path file, Properties environment) {
    try (Reader reader = new StringReader(InputFile.text(file, InputFile.HAND_WRITTEN_BYTES))) {
      environment.load(reader);
    } catch (IOException e) {
      throw new ConfigurationException(
          "JNDI properties file " + file + " cannot be read: " + InputFile.reason(e), e);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          "JNDI properties file " + file + ": " + CauseChain.firstLine(e), e);
    }
  }

  /** Where it comes from, as the beginning of a message. */
  String describe() {
    return file.map(path -> "JNDI properties file " + path)
        .orElse("JNDI context factory " + factory);
  }

  /** Where it comes from, within a sentence. */
  @Override
  public String toString() {
    return file.map(Path::toString).orElse(factory + (url.isEmpty() ? "" : " at " + url));
  }
}
