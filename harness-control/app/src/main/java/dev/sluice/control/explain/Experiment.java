package dev.sluice.control.explain;

import dev.sluice.control.analysis.compare.RunFigures;
import dev.sluice.control.explain.Variations.VariedPlan;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.FreshRuns.RunFailedException;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.bottleneck.Evidence;
import dev.sluice.estimates.bottleneck.Explanation;
import dev.sluice.estimates.bottleneck.Lever;
import dev.sluice.estimates.bottleneck.Variation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The runs of one explanation: a screen, then rounds of the plan as it is and with one thing
 * changed. A plan that keeps its rate is not varied, nor is more asked of a broker that refuses it.
 */
public final class Experiment {

  /** Plays a run of the plan, freshly started. */
  @FunctionalInterface
  public interface Runner {

    /**
     * Plays it to its end.
     *
     * @param name of the run, as a path
     * @param settings replace values of the plan
     * @throws RunFailedException if it failed
     */
    RecordedRun play(String name, List<String> settings) throws IOException, InterruptedException;
  }

  private static final int MOST_PLAYED = 3;

  private final Variations variations;
  private final RunReader reader;
  private final Runner runner;
  private final Consumer<String> told;
  private final List<Evidence.MeasuredRun> base = new ArrayList<>();
  private final Map<Variation, List<Evidence.MeasuredRun>> varied = new LinkedHashMap<>();
  private final List<VariedPlan> changes = new ArrayList<>();
  private OptionalInt refused = OptionalInt.empty();

  /**
   * @param told receives lines of progress
   */
  public Experiment(Variations variations, RunReader reader, Runner runner, Consumer<String> told) {
    this.variations = variations;
    this.reader = reader;
    this.runner = runner;
    this.told = told;
  }

  /**
   * Plays all runs, once.
   *
   * @param vary what to vary
   * @param rounds of all variations
   * @throws RunFailedException if a run failed, or did nothing
   */
  public Explanation play(List<Lever> vary, int rounds) throws IOException, InterruptedException {
    RecordedRun screen = play("screen/as-planned", List.of());
    Evidence.MeasuredRun first = read(screen, variations.requesters());
    told.accept("screen   " + Figures.perSecond(first.perSecond()));
    boolean keepsRate = reader.keepsRate(screen);
    if (keepsRate) {
      base.add(first);
    } else {
      if (vary.contains(Lever.REQUESTERS)) {
        accepted().ifPresent(changes::add);
      }
      vary.forEach(each -> changes.addAll(variations.of(each)));
      changes.forEach(each -> varied.put(each.variation(), new ArrayList<>()));
      for (int round = 1; round <= rounds; round++) {
        round(round);
      }
    }
    return new Explanation(new Evidence(base, varied, variations.persistent(), keepsRate, refused));
  }

  /** What was changed, for people. */
  public Map<Variation, String> labels() {
    return changes.stream().collect(Collectors.toMap(VariedPlan::variation, VariedPlan::label));
  }

  /** The most requesters that the broker accepts. */
  private Optional<VariedPlan> accepted() throws IOException, InterruptedException {
    for (VariedPlan more : variations.moreRequesters()) {
      try {
        runner.play("screen/" + name(more), more.settings());
        return Optional.of(more);
      } catch (RunFailedException e) {
        if (e.exitCode() != ExitCode.NO_CONNECTION) {
          throw e;
        }
        refused = OptionalInt.of(more.requesters());
        told.accept("screen   " + more.label() + " were refused");
      }
    }
    return Optional.empty();
  }

  /** Every other round goes backwards, so that a steady drift of the host cancels. */
  private void round(int number) throws IOException, InterruptedException {
    List<Optional<VariedPlan>> order = new ArrayList<>(List.of(Optional.empty()));
    changes.forEach(each -> order.add(Optional.of(each)));
    if (number % 2 == 0) {
      Collections.reverse(order);
    }
    for (Optional<VariedPlan> each : order) {
      RecordedRun run =
          play(
              "round-" + number + "/" + each.map(Experiment::name).orElse("as-planned"),
              each.map(VariedPlan::settings).orElse(List.of()));
      each.map(change -> varied.get(change.variation()))
          .orElse(base)
          .add(read(run, each.map(VariedPlan::requesters).orElse(variations.requesters())));
    }
    String rate = Figures.perSecond(base.get(number - 1).perSecond());
    told.accept(Figures.text("round %-2d %s as planned", number, rate));
  }

  /**
   * Plays a run in which the harness does not stand still.
   *
   * @throws RunFailedException if it does so each time
   */
  private RecordedRun play(String name, List<String> settings)
      throws IOException, InterruptedException {
    RecordedRun run = runner.play(name, settings);
    Optional<String> stoodStill = RunFigures.stoodStill(run);
    for (int again = 2; stoodStill.isPresent(); again++) {
      String why = name + " says nothing: " + stoodStill.get();
      if (again > MOST_PLAYED) {
        throw new RunFailedException(why, ExitCode.OBJECTIVES_NOT_JUDGED);
      }
      told.accept(why + "; it is played again");
      run = runner.play(name + "-again-" + again, settings);
      stoodStill = RunFigures.stoodStill(run);
    }
    return run;
  }

  private static String name(VariedPlan change) {
    return change.label().replace(' ', '-');
  }

  private Evidence.MeasuredRun read(RecordedRun run, int requesters) throws IOException {
    return reader
        .read(run, requesters)
        .orElseThrow(
            () ->
                new RunFailedException(
                    "the run " + run.folder() + " did nothing, so its rate cannot be explained",
                    ExitCode.FAILED_RUN));
  }
}
