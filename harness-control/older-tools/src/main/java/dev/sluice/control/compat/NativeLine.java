package dev.sluice.control.compat;

import dev.sluice.jms.provider.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A command line of this program as it is put together from an old one. Options of this program
 * that were given together with the old line win over what the old one stands for. One thread.
 */
public final class NativeLine {

  private final List<String> ownOptions;
  private final List<String> arguments = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();
  private Secret password; // null if there is none

  /**
   * @param command the command
   * @param ownOptions options of this program, with their values, as they were given
   */
  NativeLine(String command, List<String> ownOptions) {
    this.ownOptions = List.copyOf(ownOptions);
    arguments.add(command);
  }

  /** An option with a value. */
  public NativeLine add(String option, Object value) {
    if (!overruled(option)) {
      arguments.add(option);
      arguments.add(value.toString());
    }
    return this;
  }

  /** An option without a value. */
  public NativeLine add(String option) {
    if (!overruled(option)) {
      arguments.add(option);
    }
    return this;
  }

  /** An option without a value, if a condition holds. */
  public NativeLine addIf(boolean condition, String option) {
    return condition ? add(option) : this;
  }

  /** An option with a value, if a condition holds. */
  public NativeLine addIf(boolean condition, String option, Object value) {
    return condition ? add(option, value) : this;
  }

  /** An option with a text, unless that is empty. */
  public NativeLine addUnlessEmpty(String option, String text) {
    return text.isEmpty() ? this : add(option, text);
  }

  /** A property of the connection factory or the destinations; these may be given many times. */
  public NativeLine property(String nameAndValue) {
    arguments.add("--property");
    arguments.add(nameAndValue);
    return this;
  }

  /** Something the person should know, one line. */
  public void notice(String text) {
    notices.add(text);
  }

  public void password(String text) {
    password = Secret.of(text);
  }

  /** Whether an option was given as one of this program. */
  public boolean overruled(String option) {
    return ownOptions.stream().anyMatch(o -> o.equals(option) || o.startsWith(option + "="));
  }

  /** The value of an option that was given as one of this program. */
  public Optional<String> own(String option) {
    for (int i = 0; i < ownOptions.size(); i++) {
      String word = ownOptions.get(i);
      if (word.startsWith(option + "=")) {
        return Optional.of(word.substring(option.length() + 1));
      }
      if (word.equals(option) && i + 1 < ownOptions.size()) {
        return Optional.of(ownOptions.get(i + 1));
      }
    }
    return Optional.empty();
  }

  Translation translation() {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(ownOptions);
    return new Translation(all, notices, Optional.ofNullable(password));
  }
}
