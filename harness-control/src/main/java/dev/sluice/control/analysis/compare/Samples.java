package dev.sluice.control.analysis.compare;

import java.util.List;

/** What a comparison needs of one run or sweep. */
public interface Samples {

  /** What is compared. */
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

    /** What has figures. */
    public String subject() {
      return subject;
    }

    /** What a figure was measured in several times. */
    public String samples() {
      return samples;
    }
  }

  Kind kind();

  /** What it is called in a comparison. */
  String name();

  /** What has figures, in its order. */
  List<String> subjects();

  /** The figures it has. */
  List<Metric> metrics();

  /** The figure of the whole; not a number if nothing was measured. */
  double whole(String subject, Metric metric);

  /** The figure of each interval or round in which something was measured, in order. */
  double[] samples(String subject, Metric metric);
}
