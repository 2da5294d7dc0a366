package dev.sluice.control.scenario.reading;

import dev.sluice.control.command.Quantities;
import dev.sluice.control.measure.Figure;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.control.scenario.step.MeasureStep;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads objectives. */
final class GoalReader {

  private static final String OBSERVER = "observer";
  private static final Map<String, Objective.Comparison> WORDS =
      new TreeMap<>(
          Map.of(
              "below", Objective.Comparison.LESS,
              "at-most", Objective.Comparison.AT_MOST,
              "at-least", Objective.Comparison.AT_LEAST,
              "above", Objective.Comparison.MORE));

  private final List<String> workloads;
  private final List<Observer> observers;
  private final double harnessShare;

  /**
   * @param workloads their names; an objective that names none is about the first
   * @param observers what is observed
   * @param harnessShare a latency of which more than this is the harness's own is not judged
   */
  GoalReader(List<String> workloads, List<Observer> observers, double harnessShare) {
    this.harnessShare = harnessShare;
    this.workloads = List.copyOf(workloads);
    this.observers = List.copyOf(observers);
  }

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
        named.requireKnown(workloads);
        for (String workload : named.keys()) {
          goals.add(
              new Scenario.Goal(workload, objective(named, named.value(workload).orElseThrow())));
        }
      } else {
        goals.add(new Scenario.Goal(workloads.get(0), objective(section, item)));
      }
    }
    return goals;
  }

  /** Objectives of a step, which knows its workload; some may be about observers. */
  List<Objective> objectives(Section section, String key) {
    return objectives(section, key, List.of());
  }

  /** Those that are not about the workloads of other processes. */
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
    List<MeasureStep.TargetGoal> goals = new ArrayList<>();
    for (Value item : section.items(key)) {
      if (isOfTarget(section, item, targets)) {
        Section named = section.section(item);
        named.requireKnown(targets);
        for (String target : named.keys()) {
          goals.add(
              new MeasureStep.TargetGoal(
                  target, objective(named, named.value(target).orElseThrow())));
        }
      }
    }
    return goals;
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
    String observer = section.word(OBSERVER, "", observers.stream().map(Observer::name).toList());
    String word = given.get(0);
    String limit = section.text(word);
    boolean share = limit.endsWith("%");
    if (share && observers.stream().noneMatch(each -> isHost(each, observer))) {
      throw section.problem(
          word,
          "a percentage needs a host, because the number of processors is unknown otherwise",
          "write a number of processors");
    }
    return new Objective(
        new Figure.OfObserver(observer, share),
        WORDS.get(word),
        section.parsed(word, Quantities::share).orElseThrow(),
        observer + " " + word.replace('-', ' ') + " " + limit,
        harnessShare);
  }

  private static boolean isHost(Observer observer, String name) {
    return observer.name().equals(name) && observer.isHost();
  }

  private Objective objective(Section section, Value item) {
    String text = section.text(item);
    try {
      return Objective.parse(text, harnessShare);
    } catch (IllegalArgumentException e) {
      throw new ScenarioException(
          item.place(), item.path(), "'" + text + "' is not a valid objective", e.getMessage());
    }
  }
}
