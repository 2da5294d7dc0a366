package dev.sluice.control.analysis.merge;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.FigureJson;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunDocument.Host;
import dev.sluice.control.format.RunDocument.MergedRun;
import dev.sluice.control.format.RunDocument.RunOutcome;
import dev.sluice.control.format.RunDocument.RunSetup;
import dev.sluice.control.format.RunDocument.RunState;
import dev.sluice.control.format.RunDocument.WorkloadOutcome;
import dev.sluice.control.format.RunFiles;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Totals;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** {@code run.json} of runs that were joined. Pure functions. */
final class MergedDescription {

  private MergedDescription() {}

  /**
   * The description.
   *
   * @param outcome empty as long as it is not known
   */
  static RunDocument of(
      String id,
      Instant base,
      double intervalSeconds,
      List<MergeSource> sources,
      Optional<RunOutcome> outcome) {
    return new RunDocument(
        RunFiles.FORMAT,
        id,
        outcome.isPresent() ? RunState.DONE : RunState.RUNNING,
        base,
        Optional.empty(),
        outcome,
        all(sources, RunDocument::objectives),
        all(sources, RunDocument::findings),
        sources.stream() // of the table of steps that was taken over
            .map(source -> source.run.variables())
            .filter(variables -> !variables.isEmpty())
            .findFirst()
            .orElse(List.of()),
        sources.stream().map(source -> source(source, base)).toList(),
        new RunSetup(
            Optional.empty(),
            host(sources),
            "intervals are aligned by the wall clock of each host: if clocks differ, "
                + "curves are shifted against each other by the difference; percentiles do not "
                + "depend on it",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            intervalSeconds,
            List.of(),
            sources.stream()
                .collect(
                    Collectors.toMap(
                        source -> source.name,
                        source -> source.run.document().setup().configuration(),
                        (one, other) -> other,
                        LinkedHashMap::new)),
            Optional.empty()));
  }

  private static <T> List<T> all(
      List<MergeSource> sources, Function<RunDocument, List<T>> members) {
    return sources.stream()
        .map(source -> members.apply(source.run.document()))
        .flatMap(Collection::stream)
        .toList();
  }

  private static MergedRun source(MergeSource source, Instant base) {
    RunDocument document = source.run.document();
    return new MergedRun(
        source.name,
        document.setup().host().name(),
        source.started,
        offsetSeconds(source, base),
        document.state());
  }

  private static double offsetSeconds(MergeSource source, Instant base) {
    return Duration.between(base, source.started).toNanos() / NANOS_PER_SECOND;
  }

  private static Host host(List<MergeSource> sources) {
    Map<String, Host> hosts = new TreeMap<>();
    for (MergeSource source : sources) {
      Host host = source.run.document().setup().host();
      hosts.put(host.name(), host);
    }
    Host first = hosts.values().iterator().next();
    return new Host(
        String.join(" + ", hosts.keySet()),
        first.operatingSystem(),
        hosts.values().stream().mapToLong(Host::processors).sum(),
        hosts.values().stream().mapToLong(Host::maxHeapBytes).sum(),
        first.zone(),
        Optional.empty());
  }

  /**
   * The summary, if all of these runs came to one.
   *
   * @param whole the sums of the joined intervals
   * @param batches the same intervals, from which errors are known
   */
  static Optional<RunOutcome> outcome(
      Instant base, List<MergeSource> sources, Totals whole, RunBatches batches) {
    Map<String, RunOutcome> outcomes = new LinkedHashMap<>();
    sources.forEach(
        source ->
            source.run.document().summary().ifPresent(each -> outcomes.put(source.name, each)));
    return outcomes.size() < sources.size()
        ? Optional.empty()
        : Optional.of(
            new RunOutcome(
                base,
                whole.measuredNanos() / NANOS_PER_SECOND,
                sources.stream() // until the first of them measured
                    .map(
                        each ->
                            offsetSeconds(each, base)
                                + outcomes.get(each.name).warmupSeconds().orElse(0.0))
                    .min(Comparator.naturalOrder()),
                "merged from " + sources.size() + " runs",
                outcomes.values().stream().allMatch(RunOutcome::clean),
                whole.cpu().cores(),
                whole.workloads().stream()
                    .map(
                        name -> workload(whole.of(name).sum(), sources, outcomes, batches.of(name)))
                    .toList(),
                outcomes.entrySet().stream()
                    .flatMap(
                        run -> run.getValue().overflows().stream().map(o -> o.of(run.getKey())))
                    .toList(),
                outcomes.entrySet().stream()
                    .flatMap(
                        run ->
                            run.getValue().failures().stream().map((run.getKey() + ": ")::concat))
                    .toList()));
  }

  /** Rates are the sums of what each run had over its own time. */
  private static WorkloadOutcome workload(
      Window whole, List<MergeSource> sources, Map<String, RunOutcome> outcomes, Batches batches) {
    List<Window> sums =
        sources.stream()
            .flatMap(MergeSource::sums)
            .filter(each -> each.name().equals(whole.name()))
            .toList();
    List<WorkloadOutcome> told = new ArrayList<>();
    List<String> explanations = new ArrayList<>();
    outcomes.forEach(
        (source, outcome) ->
            outcome.workloads().stream()
                .filter(each -> each.name().equals(whole.name()))
                .forEach(
                    each -> {
                      told.add(each);
                      explanations.add(source + ": " + each.explanation());
                    }));
    Map<String, Long> wholeAccount = FigureJson.account(Window.none(""));
    // with what no interval has: the time it took each run to end
    told.forEach(
        each ->
            wholeAccount.replaceAll(
                (term, sum) -> sum + each.wholeAccount().getOrDefault(term, 0L)));
    return new WorkloadOutcome(
        whole.name(),
        Interval.unknown(sum(sums, Window::achievedPerSecond), Estimated.LEVEL),
        sum(sums, Window::targetPerSecond),
        Csv.ratio(whole.ratio()),
        // kinds stand from the best to the worst: what holds for one run holds for all together
        told.stream()
            .map(WorkloadOutcome::verdict)
            .reduce(Verdict.Kind.UNLIMITED, BinaryOperator.maxBy(Comparator.naturalOrder())),
        String.join("; ", explanations),
        Optional.empty(),
        Optional.empty(),
        FigureJson.account(whole),
        wholeAccount,
        whole.counts(),
        total(told, WorkloadOutcome::totalIterations),
        total(told, WorkloadOutcome::totalInDoubt),
        total(told, WorkloadOutcome::totalRolledBack),
        Optional.empty(),
        total(told, WorkloadOutcome::workersLost),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        FigureJson.latencies(whole, batches));
  }

  private static double sum(List<Window> sums, ToDoubleFunction<Window> rate) {
    return sums.stream().mapToDouble(rate).sum();
  }

  private static long total(List<WorkloadOutcome> told, ToLongFunction<WorkloadOutcome> total) {
    return told.stream().mapToLong(total).sum();
  }
}
