package dev.sluice.control.compat;

import dev.sluice.jms.provider.Secret;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The meaning of an old command line. */
public sealed interface LegacyLine {

  /**
   * A question that is answered at once: help, or the version.
   *
   * @param lines the answer
   * @param version whether the version is to be printed too
   */
  record Answer(List<String> lines, boolean version) implements LegacyLine {}

  /**
   * The command line of this program that an old one stands for.
   *
   * @param arguments command and options, without the program's name; no secret is among them
   * @param notices what the person should know, each one line
   * @param password the password of the old line, to be handed on inside the process
   */
  record Translation(List<String> arguments, List<String> notices, Optional<Secret> password)
      implements LegacyLine {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:,@%+=-]+");

    /** The command line as a person types it into a shell. */
    public String shellLine() {
      return arguments.stream()
          .map(Translation::quoted)
          .collect(Collectors.joining(" ", "sluice ", ""));
    }

    private static String quoted(String word) {
      return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
  }
}
