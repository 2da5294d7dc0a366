package dev.sluice.control.compat;

import dev.sluice.jms.provider.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A command line of this program as it is put together from an old one. Options of this program
 * that were given together with the old line win over what the old one stands for. One thread.
 */
final class NativeLine {

  private final List<String> ownOptions;
  private final List<String> arguments = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();
  private Secret password; // null if there is none

  /**
   * @param command the command
   * @param ownOptions options of this program, with their values, as they were given
   */
  NativeLine(String command, List<String> ownOptions) {
    this.ownOptions = ownOptions;
    arguments.add(command);
  }

  /** An option with a value; properties may be given many times. */
  void add(String option, String value) {
    if (option.equals("--property") || own(option).isEmpty()) {
      arguments.add(option);
      arguments.add(value);
    }
  }

  /** An option without a value. */
  void add(String option) {
    if (own(option).isEmpty()) {
      arguments.add(option);
    }
  }

  /** Something the person should know, one line. */
  void notice(String text) {
    notices.add(text);
  }

  void password(String text) {
    password = Secret.of(text);
  }

  /** The value of an option that was given as one of this program; empty if it was not. */
  Optional<String> own(String option) {
    for (int i = 0; i < ownOptions.size(); i++) {
      String word = ownOptions.get(i);
      if (word.startsWith(option + "=")) {
        return Optional.of(word.substring(option.length() + 1));
      }
      if (word.equals(option)) {
        return Optional.of(i + 1 < ownOptions.size() ? ownOptions.get(i + 1) : "");
      }
    }
    return Optional.empty();
  }

  LegacyLine.Translation translation() {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(ownOptions);
    return new LegacyLine.Translation(all, notices, Optional.ofNullable(password));
  }
}
