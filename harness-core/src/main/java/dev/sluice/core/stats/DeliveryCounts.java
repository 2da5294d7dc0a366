package dev.sluice.core.stats;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a check of messages on arrival found, since the run started.
 *
 * @param checked messages that carried what is needed to check them
 * @param unchecked messages that did not
 * @param lost messages sent before others that arrived, and not arrived themselves: so far, and at
 *     the end those that cannot arrive any more
 * @param duplicates arrivals of messages that had arrived before
 * @param outOfOrder arrivals after a later message of the same sender, at the same receiver
 * @param corrupt messages that are not what was sent
 * @param redelivered arrivals that the provider marked as tried before
 * @param possiblyLost messages not arrived of which the sender does not know whether they were sent
 * @param otherClocks send timestamps that were ignored, because the clock of another host gave them
 * @param notArrived messages that would be lost, but that still lie somewhere, as far as is known;
 *     0 before the end
 * @param whereabouts where that is, with how many messages lie there: {@code QM1 ORDERS: 3162};
 *     empty if nothing did not arrive
 */
public record DeliveryCounts(
    long checked,
    long unchecked,
    long lost,
    long duplicates,
    long outOfOrder,
    long corrupt,
    long redelivered,
    long possiblyLost,
    long otherClocks,
    long notArrived,
    String whereabouts) {

  public static final DeliveryCounts NONE = new DeliveryCounts(0, 0, 0, 0, 0, 0, 0);

  /** Where nothing is in doubt and no timestamp was ignored. */
  public DeliveryCounts(
      long checked,
      long unchecked,
      long lost,
      long duplicates,
      long outOfOrder,
      long corrupt,
      long redelivered) {
    this(checked, unchecked, lost, duplicates, outOfOrder, corrupt, redelivered, 0, 0);
  }

  /** Where nothing is known to lie anywhere. */
  public DeliveryCounts(
      long checked,
      long unchecked,
      long lost,
      long duplicates,
      long outOfOrder,
      long corrupt,
      long redelivered,
      long possiblyLost,
      long otherClocks) {
    this(
        checked,
        unchecked,
        lost,
        duplicates,
        outOfOrder,
        corrupt,
        redelivered,
        possiblyLost,
        otherClocks,
        0,
        "");
  }

  /**
   * Some of the lost messages as not arrived.
   *
   * @param stranded how many messages lie where they can still come from
   * @param where that is
   */
  public DeliveryCounts withStranded(long stranded, String where) {
    long some = Math.min(stranded, lost);
    return new DeliveryCounts(
        checked,
        unchecked,
        lost - some,
        duplicates,
        outOfOrder,
        corrupt,
        redelivered,
        possiblyLost,
        otherClocks,
        notArrived + some,
        some == 0 ? whereabouts : where);
  }

  /** All that did not arrive, whether it still can or not. */
  public long missing() {
    return lost + notArrived;
  }

  /** Both together, as of two checks that saw different messages. */
  public DeliveryCounts plus(DeliveryCounts other) {
    return new DeliveryCounts(
        checked + other.checked,
        unchecked + other.unchecked,
        lost + other.lost,
        duplicates + other.duplicates,
        outOfOrder + other.outOfOrder,
        corrupt + other.corrupt,
        redelivered + other.redelivered,
        possiblyLost + other.possiblyLost,
        otherClocks + other.otherClocks,
        notArrived + other.notArrived,
        both(whereabouts, other.whereabouts));
  }

  /** What speaks for a fault or deserves a look, by what people call it; in a fixed order. */
  public Map<String, Long> findings() {
    Map<String, Long> findings = new LinkedHashMap<>();
    findings.put("lost", lost);
    if (notArrived > 0) {
      findings.put("not arrived", notArrived);
    }
    findings.put("possibly lost", possiblyLost);
    findings.put("duplicates", duplicates);
    findings.put("corrupt", corrupt);
    findings.put("out of order", outOfOrder);
    findings.put("redelivered", redelivered);
    return findings;
  }

  /**
   * Whether all arrived once and as they were sent. Order and redelivery are no faults, nor is what
   * nobody can know.
   */
  public boolean clean() {
    return lost == 0 && notArrived == 0 && duplicates == 0 && corrupt == 0;
  }

  private static String both(String one, String other) {
    return one.isEmpty() || one.equals(other) ? other : other.isEmpty() ? one : one + ", " + other;
  }
}
