package dev.sluice.control.analysis.compare;

import dev.sluice.control.measure.Metric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The data of one run or sweep for a comparison. */
public abstract class Samples {

  /** Those figures of objectives that are compared, in order: rates and times. */
  static final List<Metric> METRICS =
      Stream.of("achieved", "p50", "p90", "p99", "p99.9")
          .map(Metric::of)
          .flatMap(Optional::stream)
          .toList();

  /** The kind of results that are compared. */
  public enum Kind {
    /** Workloads of runs, by their intervals. */
    RUN("workload", "intervals"),
    /** Steps of sweeps, by the rounds of a repeat. */
    SWEEP("step", "rounds");

    private final String subject;
    private final String samples;

    Kind(String subject, String samples) {
      this.subject = subject;
      this.samples = samples;
    }

    /** A subject with figures. */
    public String subject() {
      return subject;
    }

    /** The periods in which a figure was measured several times. */
    public String samples() {
      return samples;
    }
  }

  private final Kind kind;
  private final String name;
  private final Optional<String> notComparable;
  private final Map<String, Map<Metric, List<Double>>> samples = new LinkedHashMap<>();

  /**
   * @param why nothing can be concluded from it, if so
   */
  Samples(Kind kind, String name, Optional<String> why) {
    this.kind = kind;
    this.name = name;
    this.notComparable = why.map(each -> name + " is not comparable: " + each);
  }

  final Kind kind() {
    return kind;
  }

  /** Its name in a comparison. */
  final String name() {
    return name;
  }

  /** The subjects with figures, in order. */
  List<String> subjects() {
    return List.copyOf(samples.keySet());
  }

  /** Those it has. */
  abstract List<Metric> metrics();

  /** The figure of the whole; not a number if nothing was measured. */
  abstract double whole(String subject, Metric metric);

  /** The target over what was measured; 0 if there is none, or it is not one. */
  double targetPerSecond(String subject) {
    return 0;
  }

  /** Why nothing can be concluded from it, in one line with its name. */
  final Optional<String> notComparable() {
    return notComparable;
  }

  /** The share of its latency that is the harness's own lateness, 0 to 1; 0 if it is not known. */
  double harnessShare(String subject) {
    return 0;
  }

  /** Adds to the figures of each interval or round in which something was measured. */
  final void add(String subject, Metric metric, OptionalDouble figure) {
    List<Double> figures =
        samples
            .computeIfAbsent(subject, first -> new HashMap<>())
            .computeIfAbsent(metric, first -> new ArrayList<>());
    figure.ifPresent(figures::add);
  }

  /** Those figures, in order. */
  final double[] samples(String subject, Metric metric) {
    return samples.getOrDefault(subject, Map.of()).getOrDefault(metric, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }
}
