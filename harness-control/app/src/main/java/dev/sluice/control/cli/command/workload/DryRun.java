package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.measure.Precision;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.text.Figures;
import dev.sluice.core.worker.OpenFiles;
import dev.sluice.core.worker.WorkerSettings.Disconnects;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Describes the run as text. */
record DryRun(RunSpec spec, List<Precision> until, String provider, List<String> workers) {

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("would run" + (spec.id().isEmpty() ? "" : " as " + spec.id()));
    lines.add("  provider     " + provider);
    for (WorkloadSpec workload : spec.workloads()) {
      lines.add(
          "  workload     %s, %s, %s"
              .formatted(
                  workload.name(), Figures.count(workload.workers(), "worker"), rate(workload)));
      String ramp = workload.ramp().isZero() ? "" : ", ramp " + Figures.time(workload.ramp());
      lines.add("  arrivals     " + Converters.word(workload.arrivals()) + ramp);
      Disconnects disconnects = workload.disconnects();
      if (disconnects.every() > 0) {
        lines.add(
            "  disconnects  every %d iterations, for %s"
                .formatted(disconnects.every(), Figures.time(disconnects.pause())));
      }
      lines.add(
          "  start        %d at a time, time-out %s"
              .formatted(workload.start().parallel(), Figures.time(workload.start().timeout())));
      lines.add("  on error     " + Converters.word(workload.errorPolicy()));
    }
    workers.forEach(line -> lines.add("  " + line));
    String limit = OpenFiles.now().limit();
    if (!limit.isEmpty()) {
      lines.add("  limit        " + limit);
    }
    lines.add(
        "  duration     %s%s, interval %s"
            .formatted(
                duration(),
                spec.warmup().isZero() ? "" : ", warm-up " + Figures.time(spec.warmup()),
                Figures.time(spec.interval())));
    return lines;
  }

  /** What begins, and what ends it, in one line. */
  String sentence() {
    String workloads =
        spec.workloads().stream()
            .map(
                each ->
                    "%s: %s, %s"
                        .formatted(
                            each.name(), Figures.count(each.workers(), "worker"), rate(each)))
            .collect(Collectors.joining("; "));
    String end =
        spec.duration().isZero() ? "until Ctrl-C" : (until.isEmpty() ? "for " : "") + duration();
    return workloads + ", " + end + "; " + provider;
  }

  private String duration() {
    String known = until.stream().map(Precision::text).collect(Collectors.joining(", "));
    return spec.duration().isZero()
        ? "until stopped"
        : (known.isEmpty() ? "" : "until " + known + ", at most ") + Figures.time(spec.duration());
  }

  private static String rate(WorkloadSpec workload) {
    RateTarget target = workload.target();
    if (target.isUnlimited()) {
      return "as fast as possible";
    }
    double perWorker = target.perWorker(workload.workers());
    return String.format(
        Locale.ROOT,
        "%,.2f/s each, %,.2f/s in total%s",
        perWorker,
        perWorker * workload.workers(),
        target instanceof RateTarget.Along along
            ? " on average of a profile of %s: %s"
                .formatted(Figures.time(along.profile().timeLeft()), along.source())
            : "");
  }
}
