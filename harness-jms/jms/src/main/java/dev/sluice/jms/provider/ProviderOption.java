package dev.sluice.jms.provider;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * An option of a provider, declared once for command line, scenarios and help.
 *
 * @param <T> the type of its value
 * @param name as people write it, with two hyphens
 * @param label what stands for the value in help texts, empty for a flag
 * @param form how the value is written
 * @param type the type of its value
 * @param defaultValue as people would write it; without one, an option that is not given is null
 * @param description for people, with a full stop; the help adds the name of the type that the
 *     option belongs to, and the default unless that is one of several words
 * @param often whether it is among the options of the short help
 */
public record ProviderOption<T>(
    String name,
    String label,
    Form form,
    Class<T> type,
    Optional<String> defaultValue,
    String description,
    boolean often) {

  /** As a record's own, which takes 50 ms the first time; each start asks. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof ProviderOption<?> that
            && name.equals(that.name)
            && label.equals(that.label)
            && form == that.form
            && type == that.type
            && defaultValue.equals(that.defaultValue)
            && description.equals(that.description)
            && often == that.often);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /** How values are written. */
  public enum Form {
    /** Any text, or the name of a constant. */
    TEXT,
    /** No value. */
    FLAG,
    /** A TCP port, from 1 on. */
    PORT,
    /** NAME=VALUE, any number of times. */
    PAIRS
  }

  /** A text. */
  public static ProviderOption<String> text(
      String name, String label, String defaultValue, String description) {
    return of(name, label, Form.TEXT, String.class, defaultValue, description);
  }

  /** A text that has no default. */
  public static ProviderOption<String> optional(String name, String label, String description) {
    return of(name, label, Form.TEXT, String.class, null, description);
  }

  /** A file, which need not be given. */
  public static ProviderOption<Path> file(String name, String description) {
    return of(name, "FILE", Form.TEXT, Path.class, null, description);
  }

  /** A time, with its unit. */
  public static ProviderOption<Duration> time(
      String name, String defaultValue, String description) {
    return of(name, "TIME", Form.TEXT, Duration.class, defaultValue, description);
  }

  /** One of the constants of an enumeration, written in lower case with hyphens. */
  public static <E extends Enum<E>> ProviderOption<E> choice(
      String name, String label, Class<E> type, String defaultValue, String description) {
    return of(name, label, Form.TEXT, type, defaultValue, description);
  }

  /** A TCP port. */
  public static ProviderOption<Integer> port(String name, String defaultValue, String description) {
    return of(name, "PORT", Form.PORT, Integer.class, defaultValue, description);
  }

  /** A flag. */
  public static ProviderOption<Boolean> flag(String name, String description) {
    return of(name, "", Form.FLAG, Boolean.class, null, description);
  }

  /** Pairs of a name and a value; an empty map if none is given. */
  @SuppressWarnings("unchecked") // a class has no type arguments
  public static ProviderOption<Map<String, String>> pairs(String name, String description) {
    return of(
        name,
        "NAME=VALUE",
        Form.PAIRS,
        (Class<Map<String, String>>) (Class<?>) Map.class,
        null,
        description);
  }

  /** The same, listed in the short help too. */
  public ProviderOption<T> mostUsed() {
    return new ProviderOption<>(name, label, form, type, defaultValue, description, true);
  }

  /** For the help, where {@code ${DEFAULT-VALUE}} stands for the default. */
  public String descriptionWithDefault() {
    boolean told = type.isEnum() || defaultValue.orElse("").isEmpty();
    return told ? description : description.replaceFirst("[.]$", " (default \\${DEFAULT-VALUE}).");
  }

  private static <T> ProviderOption<T> of(
      String name,
      String label,
      Form form,
      Class<T> type,
      String defaultValue,
      String description) {
    return new ProviderOption<>(
        name, label, form, type, Optional.ofNullable(defaultValue), description, false);
  }
}
