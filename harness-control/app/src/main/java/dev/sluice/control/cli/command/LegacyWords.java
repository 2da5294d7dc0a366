package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.GroupedOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The words of an older tool's command line, and those of this program in front of it: from the
 * first word with one dash on everything is the older tool's.
 *
 * @param explain whether the line is only to be explained
 * @param ownOptions options of this program, with their values
 * @param legacy the older tool's words
 */
record LegacyWords(boolean explain, List<String> ownOptions, List<String> legacy) {

  static final LegacyWords NONE = new LegacyWords(false, List.of(), List.of());

  private static final String EXPLAIN = "--explain";
  private static final List<String> HELP = List.of("--help", GroupedOptions.ALL);

  LegacyWords {
    ownOptions = List.copyOf(ownOptions);
    legacy = List.copyOf(legacy);
  }

  /** Words in front of the first option are ignored, as the older tools do. */
  static LegacyWords of(List<String> words) {
    int first = 0;
    while (first < words.size() && !words.get(first).startsWith("-")) {
      first++;
    }
    int own = first;
    while (own < words.size() && !isLegacy(words.get(own))) {
      own++;
    }
    List<String> ownOptions = new ArrayList<>(words.subList(first, own));
    boolean explain = ownOptions.remove(EXPLAIN);
    return new LegacyWords(explain, ownOptions, words.subList(own, words.size()));
  }

  private static boolean isLegacy(String word) {
    return word.startsWith("-") && !word.startsWith("--");
  }

  /** Takes all words of the command, whatever they look like, but for a call for help. */
  @SuppressWarnings("JdkObsolete") // a Stack is what the parser hands over
  static final class Preprocessor implements IParameterPreprocessor {

    @Override
    public boolean preprocess(
        Stack<String> args, CommandSpec command, ArgSpec arg, Map<String, Object> info) {
      List<String> words = new ArrayList<>(args);
      Collections.reverse(words); // the next word is on top
      if (words.size() == 1 && HELP.contains(words.get(0))) {
        return false;
      }
      args.clear();
      ((LegacyCommand) command.userObject()).words(of(words));
      return true;
    }
  }
}
