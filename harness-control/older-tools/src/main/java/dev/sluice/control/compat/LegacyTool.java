package dev.sluice.control.compat;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the command lines of an older tool. Every option is honoured, reported or rejected.
 * Immutable, for any thread.
 */
public abstract class LegacyTool {

  private static final String EVERY_LINE = "core";
  private static final List<String> LINE_ITSELF = List.of("tc", "hp", "hs", "h", "hf", "hm", "v");

  private final Tool tool;
  private final OptionCatalogue options;
  private final List<LegacyWorker> workers;

  LegacyTool(Tool tool) {
    this.tool = tool;
    this.options = OptionCatalogue.of(tool);
    this.workers = LegacyWorker.of(tool);
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
    String usual = options.find(List.of(EVERY_LINE), "tc").orElseThrow().defaultValue();
    LegacyWorker worker = LegacyWorker.named(given.getOrDefault("tc", usual), workers);
    Set<String> modules = new LinkedHashSet<>(List.of(EVERY_LINE));
    modules.addAll(worker.modules());
    modules.addAll(modules(given, worker));
    GivenOptions checked =
        new GivenOptions(options, modules, worker.command(), given, isStrict(given));
    return helpOrVersion(checked, modules).orElseGet(() -> translate(checked, worker, ownOptions));
  }

  /** The options with those that come from elsewhere than the command line. */
  abstract Map<String, String> complete(Map<String, String> given);

  /** Whether an option that is not known on the line is refused. */
  boolean isStrict(Map<String, String> given) {
    return true;
  }

  /** The modules that the line has besides the worker's, in the order in which they win. */
  List<String> modules(Map<String, String> given, LegacyWorker worker) {
    return List.of();
  }

  /** What the table of lines calls a fact, as text; empty if it is not so. */
  String fact(String name, GivenOptions given, LegacyWorker worker) {
    if (name.equals("tool")) {
      return tool.command();
    }
    throw new IllegalStateException("the table of lines has an unknown fact: " + name);
  }

  /**
   * Options by their letters, whichever of their names they were given by.
   *
   * @throws LegacyLineException if one is there by two names
   */
  final Map<String, String> byLetters(Map<String, String> given) {
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

  private Optional<LegacyLine> helpOrVersion(GivenOptions given, Set<String> modules) {
    if (given.flag("v")) {
      return Optional.of(new LegacyLine.Answer(List.of(), true));
    }
    if (!given.text("hm").isEmpty()) {
      Set<String> named = new LinkedHashSet<>();
      List.of(given.text("hm").split(" +")).forEach(name -> named.addAll(modules(name)));
      return Optional.of(new LegacyLine.Answer(options.help(named), false));
    }
    return given.flag("h") || given.flag("hf")
        ? Optional.of(new LegacyLine.Answer(options.help(modules), false))
        : Optional.empty();
  }

  /**
   * The modules of what a person names: modules as they are called here, classes as they are called
   * there (in the titles), or workers, which stand for all of their modules.
   *
   * @throws LegacyLineException if there is no such module
   */
  private List<String> modules(String name) {
    if (options.modules().contains(name)) {
      return List.of(name);
    }
    for (LegacyWorker worker : workers) {
      if (worker.name().equals(name)) {
        return worker.modules();
      }
    }
    for (String module : options.modules()) {
      if (List.of(options.title(module).split("[ ,:()]+")).contains(name)) {
        return List.of(module);
      }
    }
    throw LegacyLineException.wrong(
        "hm", name, "the modules are " + String.join(", ", options.modules()));
  }

  private LegacyLine translate(GivenOptions given, LegacyWorker worker, List<String> ownOptions) {
    given.markUsed(LINE_ITSELF);
    NativeLine line = new NativeLine(worker.command(), ownOptions);
    new LineRules(given, worker, name -> fact(name, given, worker), line).execute(tool.command());
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
