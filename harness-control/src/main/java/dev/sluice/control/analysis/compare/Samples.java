package dev.sluice.control.analysis.compare;

import dev.sluice.control.measure.Metric;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The data of one run or sweep for a comparison. */
public interface Samples {

  /** Those figures of objectives that are compared, in order: rates and times. */
  List<Metric> METRICS =
      Stream.of("achieved", "p50", "p90", "p99", "p99.9")
          .map(Metric::of)
          .flatMap(Optional::stream)
          .toList();

  /** The kind of results that are compared. */
  enum Kind {
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

  Kind kind();

  /** Its name in a comparison. */
  String name();

  /** The subjects with figures, in order. */
  List<String> subjects();

  /** Those it has. */
  List<Metric> metrics();

  /** The figure of the whole; not a number if nothing was measured. */
  double whole(String subject, Metric metric);

  /** The target over what was measured; 0 if there is none, or it is not one. */
  default double targetPerSecond(String subject) {
    return 0;
  }

  /** In one line with its name. */
  static String notComparable(String name, String why) {
    return name + " is not comparable: " + why;
  }

  /** Why nothing can be concluded from it, in one line with its name. */
  default Optional<String> notComparable() {
    return Optional.empty();
  }

  /** The share of its latency that is the harness's own lateness, 0 to 1; 0 if it is not known. */
  default double harnessShare(String subject) {
    return 0;
  }

  /** The figure of each interval or round in which something was measured, in order. */
  double[] samples(String subject, Metric metric);
}
