package dev.sluice.jms.provider;

import java.nio.file.Path;
import java.util.Optional;

/** The options that a person gave for a provider. */
public interface GivenOptions {

  /** The value of an option, else its default; null without either. */
  <T> T value(ProviderOption<T> option);

  /** Whether a person gave the option. */
  boolean given(ProviderOption<?> option);

  /** The credentials, which have the same options for all providers. */
  Credentials credentials();

  /**
   * A password of the provider's own.
   *
   * @param file the option that names a file whose first line it is, which wins
   * @param variable the environment variable that has it otherwise
   */
  Optional<Secret> password(ProviderOption<Path> file, String variable);

  /** Hides a value from all output if its name looks like that of a secret. */
  void hide(String name, String value);

  /**
   * Refuses options that would have no effect.
   *
   * @param there whether what they need is there
   * @param other what that is, as people write it
   */
  default void need(boolean there, String other, ProviderOption<?>... options) {
    for (ProviderOption<?> option : options) {
      if (!there && given(option)) {
        throw new ProviderOptionException("'" + option.name() + "' requires '" + other + "'");
      }
    }
  }
}
