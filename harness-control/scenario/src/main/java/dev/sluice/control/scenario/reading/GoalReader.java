package dev.sluice.control.scenario.reading;

import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.Precision;
import dev.sluice.control.measure.Subject;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.outside.BrokerObserver;
import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.control.scenario.step.MeasureStep;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import dev.sluice.core.text.Quantities;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Reads objectives.
 *
 * @param workloads their names; an objective that names none is about the first
 * @param observers what is observed
 * @param brokers what is asked of itself; each of its figures is named as its column is
 * @param harnessShare a latency of which more than this is the harness's own is not judged
 */
record GoalReader(
    List<String> workloads,
    List<Observer> observers,
    List<BrokerObserver> brokers,
    double harnessShare) {

  private static final String OBSERVER = "observer";
  private static final Map<String, Objective.Comparison> WORDS =
      new TreeMap<>(
          Map.of(
              "below", Objective.Comparison.LESS,
              "at-most", Objective.Comparison.AT_MOST,
              "at-least", Objective.Comparison.AT_LEAST,
              "above", Objective.Comparison.MORE));

  /** Objectives, each of which may name its workload: {@code senders: p99 < 20ms}. */
  List<Scenario.Goal> goals(Section section, String key) {
    List<Scenario.Goal> goals = new ArrayList<>();
    for (Value item : section.items(key)) {
      if (item instanceof Value.Fields) {
        Section named = section.section(item);
        if (named.has(OBSERVER)) {
          throw named.problem(
              OBSERVER,
              "observed values are not judged over a whole run",
              "put the objective into a measure step");
        }
        goals.addAll(named(named, workloads, Scenario.Goal::new));
      } else {
        goals.add(new Scenario.Goal(workloads.get(0), objective(section, item)));
      }
    }
    return goals;
  }

  private <T> List<T> named(
      Section named, List<String> names, BiFunction<String, Objective, T> goal) {
    named.requireKnown(names);
    return named.entries().stream()
        .map(each -> goal.apply(each.getKey(), objective(named, each.getValue())))
        .toList();
  }

  /**
   * Objectives of a step, which knows its workload; some may be about observers.
   *
   * @param targets those that name one of these are left out
   */
  List<Objective> objectives(Section section, String key, List<String> targets) {
    return section.items(key).stream()
        .filter(item -> !isOfTarget(section, item, targets))
        .map(
            item ->
                item instanceof Value.Fields
                    ? observed(section.section(item), List.of())
                    : objective(section, item))
        .toList();
  }

  /** Objectives that name another process: {@code app2: errors == 0}. */
  List<MeasureStep.TargetGoal> targetGoals(Section section, String key, List<String> targets) {
    return section.items(key).stream()
        .filter(item -> isOfTarget(section, item, targets))
        .map(item -> named(section.section(item), targets, MeasureStep.TargetGoal::new))
        .flatMap(List::stream)
        .toList();
  }

  private static boolean isOfTarget(Section section, Value item, List<String> targets) {
    return item instanceof Value.Fields
        && section.section(item).keys().stream().anyMatch(targets::contains);
  }

  /**
   * A condition on an observer's reading: {@code {observer: depth, below: 100}}.
   *
   * @param others keys that may stand beside
   */
  Objective observed(Section section, List<String> others) {
    List<String> known = new ArrayList<>(WORDS.keySet());
    known.add(OBSERVER);
    known.addAll(others);
    section.requireKnown(known);
    List<String> given = WORDS.keySet().stream().filter(section::has).toList();
    if (given.size() != 1) {
      throw section.problem(
          "it needs one limit", "add one of " + String.join(", ", WORDS.keySet()));
    }
    String observer = section.word(OBSERVER, "", observed());
    String word = given.get(0);
    String limit = section.text(word);
    boolean share = limit.endsWith("%");
    if (share
        && observers.stream().noneMatch(each -> each.name().equals(observer) && each.isHost())) {
      throw section.problem(
          word,
          "a percentage needs a host, because the number of processors is unknown otherwise",
          "write a number of processors");
    }
    return new Objective(
        new Subject.OfObserver(observer, share),
        WORDS.get(word),
        section.parsed(word, Quantities::share).orElseThrow(),
        observer + " " + word.replace('-', ' ') + " " + limit,
        harnessShare);
  }

  /** All that a condition can be about. */
  private List<String> observed() {
    return Stream.concat(
            observers.stream().map(Observer::name),
            brokers.stream().flatMap(each -> each.measures().stream().map(each::column)))
        .toList();
  }

  /**
   * The figures that must be known.
   *
   * @param workload whose they are, unless they say so
   */
  List<Precision> until(Section section, String workload) {
    return section.phrases(ScenarioReader.UNTIL).stream()
        .map(
            text -> {
              try {
                Precision figure = Precision.parse(text).of(workload);
                if (workloads.contains(figure.workload())) {
                  return figure;
                }
              } catch (IllegalArgumentException e) {
                throw section.problem(
                    ScenarioReader.UNTIL,
                    "'" + text + "' is not a figure with an error",
                    e.getMessage());
              }
              throw section.problem(
                  ScenarioReader.UNTIL,
                  "'" + text + "' names no workload",
                  "name one of " + String.join(", ", workloads));
            })
        .toList();
  }

  private Objective objective(Section section, Value item) {
    String text = section.text(item);
    try {
      return Objective.parse(text, harnessShare);
    } catch (IllegalArgumentException e) {
      throw item.problem("'" + text + "' is not a valid objective", e.getMessage());
    }
  }
}
