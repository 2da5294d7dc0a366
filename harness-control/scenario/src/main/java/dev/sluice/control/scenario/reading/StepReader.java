package dev.sluice.control.scenario.reading;

import dev.sluice.control.command.Command;
import dev.sluice.control.command.Command.Mark;
import dev.sluice.control.command.Command.Pause;
import dev.sluice.control.command.Command.Resume;
import dev.sluice.control.command.Command.Threads;
import dev.sluice.control.command.Rate;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.measure.Condition;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.Precision;
import dev.sluice.control.measure.Target;
import dev.sluice.control.scenario.model.OptionForm;
import dev.sluice.control.scenario.model.OptionGroup;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.scenario.step.AdminStep;
import dev.sluice.control.scenario.step.AwaitObservedStep;
import dev.sluice.control.scenario.step.AwaitStep;
import dev.sluice.control.scenario.step.CommandStep;
import dev.sluice.control.scenario.step.DeletePodStep;
import dev.sluice.control.scenario.step.ExecStep;
import dev.sluice.control.scenario.step.FaultStep;
import dev.sluice.control.scenario.step.FillStep;
import dev.sluice.control.scenario.step.FindMaxStep;
import dev.sluice.control.scenario.step.MeasureStep;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.step.ThreadsStep;
import dev.sluice.control.scenario.step.WaitStep;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.text.Quantities;
import dev.sluice.jms.tracking.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads single steps. Immutable.
 *
 * @param providers their names; the first is that of steps that name none
 */
record StepReader(
    Vocabulary vocabulary, List<String> providers, GoalReader goals, TargetReader who) {

  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration WAIT_WITHIN = Duration.ofSeconds(60);
  private static final Duration MEASURE_FOR = Duration.ofSeconds(10);
  private static final Duration AT_MOST = Duration.ofMinutes(10);
  private static final double REACHED_RATIO = 0.999;
  private static final double SATURATED_RATIO = 0.98;
  private static final double RECOVERED_RATIO = 0.99;

  private static final String LABEL = "[\\w./-]+!?==?[\\w.-]*";
  private static final Pattern LABELS = Pattern.compile(LABEL + "(?:," + LABEL + ")*");
  private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9](?:[a-z0-9-]*[a-z0-9])?");

  private static final String SENDER = "send";
  private static final int MOST_MESSAGES = 1_000_000_000;

  /** Of a sender that fills: one puts all, as fast as it can, or the number would not be exact. */
  private static final Set<String> FIXED =
      Set.of("count", "threads", "rate", "total-rate", "profile", "ramp", "queues", "verify");

  /** A step as a group of keys; a single word counts as a key. */
  Section section(Section around, Value item) {
    if (item instanceof Value.Text text && !text.text().isBlank()) {
      String word = text.text();
      Value all = new Value.Text(item.place(), item.path(), TargetReader.ALL);
      return new Section(
          new Value.Fields(
              item.place(), item.path(), Map.of(word, all), Map.of(word, item.place())),
          around.scope());
    }
    return around.section(item);
  }

  /** The verb of a step: the one key that says what it does. */
  StepVerb verb(Section step) {
    List<StepVerb> words = step.keys().stream().flatMap(key -> StepVerb.of(key).stream()).toList();
    List<StepVerb> verbs = // "wait" is a step of its own, and a key of a ramp
        words.stream()
            .filter(verb -> words.stream().noneMatch(each -> each.keys().contains(verb.word())))
            .toList();
    if (verbs.size() == 1) {
      Set<String> known = new TreeSet<>(verbs.get(0).keys());
      known.add(verbs.get(0).word());
      step.requireKnown(known);
      return verbs.get(0);
    }
    if (verbs.size() > 1) {
      throw step.problem(
          "this is two steps, " + verbs.get(0).word() + " and " + verbs.get(1).word(),
          "begin each step with '- '");
    }
    for (String key : step.keys()) {
      throw step.unknown(key, "unknown step", ScenarioException.instead(key, StepVerb.words()));
    }
    throw step.problem("this step does nothing", "remove it, or write what it does");
  }

  Step read(StepVerb verb, Section step) {
    return switch (verb) {
      case RATE, RAMP -> rate(verb, step, Rate::change);
      case TOTAL -> rate(verb, step, text -> new RateChange.ToTotal(Quantities.rate(text)));
      case THREADS -> threads(step);
      case PAUSE -> held(step, verb, Pause::new);
      case RESUME -> held(step, verb, Resume::new);
      case WAIT -> await(step);
      case EXEC ->
          new ExecStep(
              step.shellCommand(verb.word()), step.positiveTime("timeout", COMMAND_TIMEOUT));
      case ADMIN ->
          new AdminStep(
              step.required("at", HostPort::parse),
              step.text(verb.word()),
              step.positiveTime("timeout", COMMAND_TIMEOUT));
      case DELETE_POD -> deletePod(step);
      case FAULT -> fault(step);
      case FILL -> fill(step.section(verb.word()));
      case MARK -> new CommandStep(who.target(step), new Mark(step.text(verb.word())));
      case MEASURE -> measure(step);
      case FIND_MAX -> findMax(step);
      case REPEAT, FOR_EACH -> throw new IllegalArgumentException(verb + " is a loop");
    };
  }

  private Step fault(Section step) {
    StepVerb how =
        Stream.of(StepVerb.ADMIN, StepVerb.DELETE_POD)
            .filter(verb -> step.has(verb.word()))
            .findFirst()
            .orElse(StepVerb.EXEC);
    List<String> others = new ArrayList<>(StepVerb.FAULT.keys());
    others.removeAll(how.keys());
    others.remove(how.word());
    requireNone(step, "this fault is made by '" + how.word() + "'", others.toArray(String[]::new));
    return new FaultStep(step.text(StepVerb.FAULT.word()), read(how, step));
  }

  private static Step deletePod(Section step) {
    Optional<Duration> grace = step.parsed("grace", Quantities::time);
    if (grace.filter(time -> time.toNanosPart() > 0).isPresent()) {
      throw step.problem("grace", "it must be whole seconds", "write a time such as 0s or 30s");
    }
    return new DeletePodStep(
        step.required(StepVerb.DELETE_POD.word(), text -> matching(LABELS, text, "LABEL=VALUE")),
        step.parsed(
            "namespace", text -> matching(NAMESPACE, text, "lower-case letters, digits and -")),
        grace,
        step.positiveTime("timeout", COMMAND_TIMEOUT));
  }

  private static String matching(Pattern form, String text, String remedy) {
    if (!form.matcher(text).matches()) {
      throw new IllegalArgumentException("write " + remedy);
    }
    return text;
  }

  private Step held(Section step, StepVerb verb, Function<String, Command.OfRun> command) {
    Target whose = who.byVerb(step, verb.word());
    return new CommandStep(whose.target(), command.apply(whose.workload()));
  }

  private Step rate(StepVerb verb, Section step, Function<String, RateChange> parse) {
    String key = verb.word();
    RateChange change = step.required(key, parse);
    if (verb == StepVerb.RAMP && !step.has("over")) {
      throw step.missing("over");
    }
    Target whose = who.paced(step, key);
    boolean ramp = step.has("over");
    Duration over = ramp ? step.positiveTime("over", Duration.ZERO) : Duration.ZERO;
    if (step.has("wait") && !ramp) {
      throw step.problem(
          "wait", "this step has no ramp to wait for", "add 'over: 30s', or remove it");
    }
    Command.OfRun command = new Rate(whose.workload(), change, over);
    return new CommandStep(whose.target(), command, over, step.flag("wait", true));
  }

  private Step threads(Section step) {
    String text = step.text("threads");
    boolean relative = text.startsWith("+") || text.startsWith("-");
    int count =
        step.required("threads", all -> Quantities.workers(relative ? all.substring(1) : all));
    Target whose = who.told(step);
    return relative
        ? new CommandStep(
            whose.target(), new Threads(whose.workload(), text.startsWith("-") ? -count : count))
        : new ThreadsStep(whose, count);
  }

  private Step await(Section step) {
    Value what = step.value("wait").orElseThrow();
    if (what instanceof Value.Fields) {
      return awaitObserved(step, step.section(what));
    }
    if (!Character.isDigit(step.text("wait").charAt(0))) {
      return awaitCondition(step);
    }
    requireOnly(step, List.of("wait"), "it has no meaning for a wait for a time");
    return new WaitStep(step.time("wait", Duration.ZERO));
  }

  private Step awaitObserved(Section step, Section what) {
    requireOnly(
        step,
        List.of("wait", "within", "or-go-on"),
        "it has no meaning for a wait for an observed value");
    Objective wanted = goals.observed(what, List.of("for", "column"));
    return new AwaitObservedStep(
        wanted,
        what.time("for", Duration.ZERO),
        step.positiveTime("within", WAIT_WITHIN),
        step.flag("or-go-on", false),
        what.has("column") ? what.text("column") : wanted.written());
  }

  private static void requireOnly(Section step, List<String> known, String problem) {
    Set<String> others = new TreeSet<>(step.keys());
    known.forEach(others::remove);
    if (!others.isEmpty()) {
      throw step.unknown(others.iterator().next(), problem, "remove it, or wait for a condition");
    }
  }

  private Step awaitCondition(Section step) {
    String word = step.word("wait", "", Condition.words());
    Condition condition = Condition.valueOf(word.toUpperCase(Locale.ROOT));
    double usual =
        switch (condition) {
          case SATURATED -> SATURATED_RATIO;
          case RECOVERED -> RECOVERED_RATIO;
          default -> REACHED_RATIO;
        };
    Condition.Limits limits =
        new Condition.Limits(
            step.parsed("ratio", Quantities::share).orElse(usual),
            step.whole("queue-managers", 0, 1, 1_000),
            step.whole("spread", 1, 0, 1_000),
            OptionalDouble.empty());
    return new AwaitStep(
        condition,
        limits,
        who.told(step),
        step.optional("of").orElse(""),
        step.whole("intervals", 2, 1, 1_000),
        step.positiveTime("within", WAIT_WITHIN),
        step.flag("or-go-on", false));
  }

  /** The options of a sender, but for those that say how often. */
  private Step fill(Section fill) {
    String queue = fill.text("queue");
    long messages = fill.required("messages", text -> Quantities.whole(text, 1, MOST_MESSAGES));
    String provider = fill.word("provider", providers.get(0), providers);
    Map<String, OptionForm> forms = new HashMap<>(vocabulary.workloadOptions(SENDER));
    forms.keySet().removeAll(FIXED);
    OptionGroup options = OptionGroup.of(fill, forms, List.of("messages", "provider"));
    Scenario.Workers sender = vocabulary.workload(SENDER, options.and("--count=" + messages));
    return new FillStep(
        queue,
        messages,
        provider,
        opened -> sender.making().of("fill", opened, "", Delivery.of(Delivery.Role.ACCOUNT)));
  }

  private Step measure(Section step) {
    List<String> targets = who.measuredElsewhere(step);
    String workload = who.measured(step);
    List<Precision> until = goals.until(step, workload);
    if (until.isEmpty()) {
      requireNone(step, "this step has no 'until'", ScenarioReader.AT_MOST);
    } else {
      requireNone(step, "this step measures until its figures are known", "for", "targets");
    }
    return new MeasureStep(
        step.text("measure"),
        step.scope().loops(),
        workload,
        targets,
        step.time("settle", Duration.ZERO),
        until.isEmpty()
            ? step.positiveTime("for", MEASURE_FOR)
            : step.positiveTime(ScenarioReader.AT_MOST, AT_MOST),
        until,
        step.flag("before", false),
        step.whole("tries", 1, 1, 100),
        goals.objectives(step, "objectives", targets),
        goals.targetGoals(step, "objectives", targets));
  }

  private static void requireNone(Section step, String why, String... keys) {
    for (String key : keys) {
      if (step.has(key)) {
        throw step.unknown(key, why, "remove it");
      }
    }
  }

  private Step findMax(Section step) {
    double from = step.required("from", Quantities::rate);
    if (from == 0) {
      throw step.problem("from", "it must be above 0", "write a rate per second");
    }
    double to = step.parsed("to", Quantities::rate).orElse(RateCurve.LARGEST_PER_SECOND);
    if (to < from) {
      throw step.problem("to", "it must not be below 'from'", "write a rate of at least " + from);
    }
    double precision = step.parsed("precision", Quantities::share).orElse(0.01);
    if (precision < 0.001 || precision > 0.5) {
      throw step.problem("precision", "it must be from 0.1% to 50%", "write it as 1%");
    }
    if (step.items("objectives").isEmpty()) {
      throw step.missing("objectives");
    }
    boolean certain = step.has(ScenarioReader.AT_MOST);
    if (certain) {
      requireNone(step, "a try ends when its objectives are certain", "window", "votes");
    }
    return new FindMaxStep(
        step.text("find-max"),
        step.scope().loops(),
        who.varied(step, "find-max"),
        who.workload(step, "consumers"),
        from,
        to,
        precision,
        step.parsed("backlog", Quantities::share).orElse(0.01),
        step.time("settle", Duration.ofSeconds(2)),
        certain
            ? step.positiveTime(ScenarioReader.AT_MOST, AT_MOST)
            : step.positiveTime("window", Duration.ofSeconds(5)),
        certain ? 1 : step.whole("votes", 2, 1, 10),
        certain,
        step.positiveTime("within", Duration.ofMinutes(10)),
        goals.objectives(step, "objectives", List.of()));
  }
}
