package dev.sluice.core.stats;

import java.util.List;
import java.util.stream.Stream;

/**
 * The figures that a check of messages on arrival counts. Each is declared here and nowhere else,
 * because every output goes through this list. Those of two checks that saw different messages add
 * up.
 */
public enum DeliveryFigure implements Figure {
  /** Messages that carried what is needed to check them. */
  CHECKED(Severity.EXTENT),
  /** Messages that did not. */
  UNCHECKED(Severity.EXTENT),
  /**
   * Messages sent before others that arrived, and not arrived themselves: so far, and at the end
   * those that cannot arrive any more.
   */
  LOST(Severity.FAULT),
  /** Arrivals of messages that had arrived before. */
  DUPLICATES(Severity.FAULT),
  /** Messages that are not what was sent. */
  CORRUPT(Severity.FAULT),
  /** Arrivals after a later message of the same sender, at the same receiver. */
  OUT_OF_ORDER(Severity.NOTICE),
  /** Arrivals that the provider marked as tried before. */
  REDELIVERED(Severity.NOTICE),
  /** Messages not arrived of which the sender does not know whether they were sent. */
  POSSIBLY_LOST(Severity.NOTICE),
  /** Send timestamps that were ignored, because the clock of another host gave them. */
  OTHER_CLOCKS(Severity.EXTENT),
  /** Arrivals from senders that are not of this run, which has some of its own. */
  OF_OTHER_RUNS(Severity.NOTICE),
  /**
   * Messages that would be lost, but that still lie somewhere, as far as is known; 0 before the
   * end.
   */
  NOT_ARRIVED(Severity.FAULT);

  /** The meaning of a figure for deliveries. */
  public enum Severity {
    /** How much could be checked. */
    EXTENT,
    /** A message did not arrive once and as it was sent. */
    FAULT,
    /** It deserves a look: order and redelivery are no faults, nor is what nobody can know. */
    NOTICE
  }

  private final Severity severity;

  DeliveryFigure(Severity severity) {
    this.severity = severity;
  }

  public Severity severity() {
    return severity;
  }

  @Override
  public Unit unit() {
    return Unit.TIMES;
  }

  /** Not a number where nothing is checked. */
  @Override
  public Number value(Window window) {
    return window.end().delivery().<Number>map(found -> found.get(this)).orElse(Double.NaN);
  }

  /** Whether it is known while the run goes on. */
  public boolean knownWhileRunning() {
    return this != NOT_ARRIVED;
  }

  /** Whether people look for it although it is 0. */
  public boolean isUsual() {
    return knownWhileRunning() && this != OF_OTHER_RUNS;
  }

  /** All of them: some that have a place of their own, in this order, then the others. */
  public static List<DeliveryFigure> startingWith(DeliveryFigure... first) {
    return Stream.concat(Stream.of(first), Stream.of(values())).distinct().toList();
  }
}
