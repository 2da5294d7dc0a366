package dev.sluice.control.measure;

import dev.sluice.control.measure.Observed.ObservedFigures;
import dev.sluice.core.text.Figures;
import java.util.OptionalDouble;

/** The subject of an objective. */
public sealed interface Subject permits Metric, Subject.OfObserver {

  /** Its value; empty if it was not measured. */
  OptionalDouble in(Observations judged);

  /** A value as people read it. */
  String show(double value);

  /** Its value in a window as people read it, with what decides it. */
  default String found(Observations judged, double value) {
    return show(value);
  }

  /** Whether its values are nanoseconds. */
  default boolean isTime() {
    return false;
  }

  /** Whether it is a part of something, which is 1 where nothing is missing. */
  default boolean isRatio() {
    return false;
  }

  /** Whether it is a workload's own. */
  default boolean isOfWorkload() {
    return true;
  }

  /**
   * A reading of an observer.
   *
   * @param share whether it is the busy share of a host's processors
   */
  record OfObserver(String observer, boolean share) implements Subject {

    @Override
    public OptionalDouble in(Observations judged) {
      ObservedFigures observed = judged.observed();
      Double value = (share ? observed.shares() : observed.values()).get(observer);
      return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    @Override
    public String show(double value) {
      return share
          ? Figures.text("%.1f %%", 100 * value)
          : Figures.rate(value); // as exact as a rate is
    }

    @Override
    public boolean isOfWorkload() {
      return false;
    }
  }
}
