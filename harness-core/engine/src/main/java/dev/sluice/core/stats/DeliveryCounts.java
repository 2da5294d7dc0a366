package dev.sluice.core.stats;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The findings of the check of arrivals, since the run started.
 *
 * @param counts the figures that are not 0
 * @param whereabouts where messages that have {@linkplain DeliveryFigure#NOT_ARRIVED not arrived}
 *     lie, with how many lie there: {@code QM1 ORDERS: 3162}; empty if there are none
 */
public record DeliveryCounts(Map<DeliveryFigure, Long> counts, String whereabouts) {

  public static final DeliveryCounts NONE = of(Map.of());

  /** Signs of a fault, and figures that deserve a look, in the order in which people read them. */
  private static final List<DeliveryFigure> FINDINGS =
      DeliveryFigure.startingWith(
              DeliveryFigure.LOST, DeliveryFigure.NOT_ARRIVED, DeliveryFigure.POSSIBLY_LOST)
          .stream()
          .filter(figure -> figure.severity() != DeliveryFigure.Severity.EXTENT)
          .toList();

  public DeliveryCounts {
    Map<DeliveryFigure, Long> copy = new EnumMap<>(DeliveryFigure.class);
    copy.putAll(counts);
    copy.values().removeIf(count -> count == 0);
    counts = Collections.unmodifiableMap(copy);
  }

  /** Those given; all others are 0, and nothing is known to lie anywhere. */
  public static DeliveryCounts of(Map<DeliveryFigure, Long> counts) {
    return new DeliveryCounts(counts, "");
  }

  /** The value of a reader for each figure. */
  public static DeliveryCounts of(ToLongFunction<DeliveryFigure> reader) {
    Map<DeliveryFigure, Long> counts = new EnumMap<>(DeliveryFigure.class);
    for (DeliveryFigure figure : DeliveryFigure.values()) {
      counts.put(figure, reader.applyAsLong(figure));
    }
    return of(counts);
  }

  public long get(DeliveryFigure figure) {
    return counts.getOrDefault(figure, 0L);
  }

  public long lost() {
    return get(DeliveryFigure.LOST);
  }

  /** All that did not arrive, whether it still can or not. */
  public long missing() {
    return lost() + get(DeliveryFigure.NOT_ARRIVED);
  }

  /**
   * Some of the lost messages as not arrived.
   *
   * @param stranded how many messages lie where they can still come from
   * @param where that is
   */
  public DeliveryCounts withStranded(long stranded, String where) {
    long some = Math.min(stranded, lost());
    return plus(
        new DeliveryCounts(
            Map.of(DeliveryFigure.LOST, -some, DeliveryFigure.NOT_ARRIVED, some),
            some == 0 ? "" : where));
  }

  /** Both together, as of two checks that saw different messages. */
  public DeliveryCounts plus(DeliveryCounts other) {
    Map<DeliveryFigure, Long> sum = new EnumMap<>(DeliveryFigure.class);
    sum.putAll(counts);
    other.counts.forEach((figure, count) -> sum.merge(figure, count, Long::sum));
    return new DeliveryCounts(sum, both(whereabouts, other.whereabouts));
  }

  /** The findings about deliveries, in a fixed order; rare ones only where they happened. */
  public List<DeliveryFigure> findings() {
    return FINDINGS.stream().filter(figure -> figure.isUsual() || get(figure) > 0).toList();
  }

  /** Whether all arrived once and as they were sent. */
  public boolean clean() {
    return counts.keySet().stream()
        .noneMatch(found -> found.severity() == DeliveryFigure.Severity.FAULT);
  }

  private static String both(String one, String other) {
    return one.isEmpty() || one.equals(other) ? other : other.isEmpty() ? one : one + ", " + other;
  }

  /** A check of messages on arrival that goes on while a workload runs. */
  @FunctionalInterface
  public interface DeliveryCheck {

    /** An account of what workloads sent and received, of which other processes have a part. */
    @FunctionalInterface
    interface SharedAccount {

      /**
       * Enters the reports of other processes for one time. Any thread.
       *
       * @param told as text that such an account makes
       * @throws IllegalArgumentException if one of them is not such a text
       */
      void enter(List<String> told);
    }

    /** Checks nothing. */
    DeliveryCheck OFF = Optional::empty;

    /** Its findings so far, empty if nothing is checked. Any thread. */
    Optional<DeliveryCounts> counts();

    /**
     * The same when nothing more will come: what was sent and is not there is lost now, too, as far
     * as that is known. Any thread.
     */
    default Optional<DeliveryCounts> finalCounts() {
      return counts();
    }

    /** The account that it has in common with other workloads, if others may tell it something. */
    default Optional<SharedAccount> account() {
      return Optional.empty();
    }
  }
}
