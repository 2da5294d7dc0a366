package dev.sluice.control.sink.legacy;

import java.util.List;

/** One way of printing. Called by one thread at a time, in the order of the run. */
interface StatisticsFormat {

  /** Takes note of an interval; each is told, also when none is printed. */
  default void add(RunFigures interval) {}

  /** The line of an interval, of which {@link #add} has been told. */
  String interval(RunFigures interval);

  /** The answer to a script that asks for the statistics. */
  default String report(RunFigures interval) {
    return interval(interval);
  }

  /** The lines at the end. */
  List<String> summary(RunFigures run);
}
