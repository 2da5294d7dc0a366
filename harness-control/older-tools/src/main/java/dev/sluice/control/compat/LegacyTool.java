package dev.sluice.control.compat;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the command lines of an older tool. What an option means is up to the tool; that none is
 * passed over in silence is seen to here. Immutable, for any thread.
 */
public abstract class LegacyTool {

  private static final String EVERY_LINE = "core";
  private static final List<String> LINE_ITSELF = List.of("tc", "hp", "hs", "h", "hf", "hm", "v");

  private final Tool tool;
  private final OptionCatalogue options;
  private final WorkerCatalogue workers;

  protected LegacyTool(Tool tool) {
    this.tool = tool;
    this.options = OptionCatalogue.of(tool);
    this.workers = WorkerCatalogue.of(tool);
  }

  /**
   * Reads a line.
   *
   * @param ownOptions options of this program that go with it; they win
   * @param words the old line's
   * @throws LegacyLineException if it cannot be read or cannot be honoured
   */
  public final LegacyLine read(List<String> ownOptions, List<String> words) {
    Map<String, String> given = complete(byLetters(OptionWords.parse(words, tool.caseMatters())));
    LegacyWorker worker = workers.named(given.getOrDefault("tc", defaultWorker()));
    Set<String> modules = new LinkedHashSet<>(List.of(EVERY_LINE));
    modules.addAll(worker.modules());
    modules.addAll(modules(given, worker));
    GivenOptions checked =
        new GivenOptions(options, modules, worker.command(), given, isStrict(given));
    return question(checked, modules).orElseGet(() -> translate(checked, worker, ownOptions));
  }

  /** The default of {@code -tc}. */
  protected abstract String defaultWorker();

  /** The options with those that come from elsewhere than the command line. */
  protected abstract Map<String, String> complete(Map<String, String> given);

  /** Whether an option that is not known on the line is refused. */
  protected abstract boolean isStrict(Map<String, String> given);

  /** The modules that the line has besides the worker's, in the order in which they win. */
  protected abstract List<String> modules(Map<String, String> given, LegacyWorker worker);

  /** Puts the line together. */
  protected abstract void translate(GivenOptions given, LegacyWorker worker, NativeLine line);

  /**
   * Options by their letters, whichever of their names they were given by.
   *
   * @throws LegacyLineException if one is there by two names
   */
  protected final Map<String, String> byLetters(Map<String, String> given) {
    Map<String, String> named = new LinkedHashMap<>();
    given.forEach(
        (name, value) -> {
          String letters = options.letters(name);
          if (named.put(letters, value) != null) {
            throw new LegacyLineException("Invalid parameter: -" + letters + " is given twice");
          }
        });
    return named;
  }

  private Optional<LegacyLine> question(GivenOptions given, Set<String> modules) {
    if (given.flag("v")) {
      return Optional.of(new LegacyLine.Answer(List.of(), true));
    }
    LegacyHelp help = new LegacyHelp(options, workers);
    if (!given.text("hm").isEmpty()) {
      return Optional.of(
          new LegacyLine.Answer(help.named(List.of(given.text("hm").split(" +"))), false));
    }
    return given.flag("h") || given.flag("hf")
        ? Optional.of(new LegacyLine.Answer(help.of(modules), false))
        : Optional.empty();
  }

  private Translation translate(GivenOptions given, LegacyWorker worker, List<String> ownOptions) {
    LINE_ITSELF.forEach(given::has); // these have had their effect
    NativeLine line = new NativeLine(worker.command(), ownOptions);
    translate(given, worker, line);
    List<String> passedOver = given.passedOver();
    if (!passedOver.isEmpty()) {
      throw new LegacyLineException(
          String.join(", ", passedOver) + " is not supported with " + worker.name());
    }
    List<String> idle = given.withoutEffect();
    if (!idle.isEmpty()) {
      line.notice("accepted, but without effect here: " + String.join(" ", idle));
    }
    if (!given.unknown().isEmpty()) {
      line.notice("unknown options, ignored (-hs false): " + String.join(" ", given.unknown()));
    }
    return line.translation();
  }
}
