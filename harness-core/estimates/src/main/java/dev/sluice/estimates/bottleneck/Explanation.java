package dev.sluice.estimates.bottleneck;

import dev.sluice.estimates.Interval;
import dev.sluice.estimates.bottleneck.Evidence.MeasuredRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What limits a rate, as far as the evidence tells. Pure. */
public final class Explanation {

  private static final double MILLIS_PER_SECOND = 1e3;

  private final Evidence evidence;
  private final Shares shares;

  /**
   * A variation beside the working point.
   *
   * @param perSecond the mean rate of its rounds
   * @param change of the rate as a share: 0.1 for 10 % more
   * @param share what the variation alone says of the share of what it moves in the time per
   *     message: a lower bound if it made that faster, else an upper one; empty if it moved nothing
   */
  public record Effect(
      Variation variation, double perSecond, Interval change, Optional<Interval> share) {}

  public Explanation(Evidence evidence) {
    this.evidence = evidence;
    shares = new Shares(evidence);
  }

  /** The one part that certainly has more than half of the time per message. */
  public Optional<Bottleneck> named() {
    List<Bottleneck> possible = possible();
    return possible.size() == 1 && (evidence.keepsRate() || isCertain(possible.get(0)))
        ? Optional.of(possible.get(0))
        : Optional.empty();
  }

  /**
   * What it may be: what is certain, one alone unless the evidence contradicts itself; else all.
   */
  public List<Bottleneck> possible() {
    if (evidence.keepsRate()) {
      return List.of(Bottleneck.RATE);
    }
    List<Bottleneck> certain = those(this::isCertain);
    return certain.isEmpty() ? those(each -> share(each).high() > Shares.HALF) : certain;
  }

  private boolean isCertain(Bottleneck part) {
    return share(part).low() > Shares.HALF;
  }

  private List<Bottleneck> those(Predicate<Bottleneck> so) {
    return shares.all().keySet().stream().filter(so).toList();
  }

  /** Bounds of a part's share in the time per message, of which 999 in 1,000 hold. */
  public Interval share(Bottleneck part) {
    return shares.all().get(part);
  }

  /** The mean rate of the working point. */
  public double perSecond() {
    return mean(evidence.base(), MeasuredRun::perSecond);
  }

  /** The variations in the order of their levers. */
  public List<Effect> effects() {
    Interleaved rounds = new Interleaved(evidence);
    return evidence.varied().keySet().stream()
        .sorted(Comparator.comparing(Variation::lever).thenComparing(Variation::speedup))
        .map(
            each ->
                new Effect(
                    each,
                    mean(evidence.varied().get(each), MeasuredRun::perSecond),
                    rounds.change(each).asShare(),
                    shares.of(each)))
        .toList();
  }

  private static double mean(List<MeasuredRun> runs, ToDoubleFunction<MeasuredRun> figure) {
    return runs.stream().mapToDouble(figure).average().orElseThrow();
  }

  /** The answer for a person: what it is, why, and what to do. */
  public String sentence() {
    return named().map(this::found).orElseGet(this::cannotTell);
  }

  private String found(Bottleneck found) {
    if (found == Bottleneck.RATE) {
      return found.label() + "; " + found.remedy();
    }
    // as long as nobody waits in a line, more requesters help whatever the time goes by with
    boolean line = !(shares.ofRequesters().low() > Shares.HALF);
    boolean more = !line && found != Bottleneck.CONNECTIONS;
    return "%s%s: %s; %s%s"
        .formatted(
            found == Bottleneck.LOG && more ? "latency of " : "",
            found.label(),
            String.join(", ", because(found)),
            found == Bottleneck.LOG && more ? "more requesters, or " : "",
            found.remedy());
  }

  private List<String> because(Bottleneck found) {
    List<String> parts = new ArrayList<>();
    if (!Double.isNaN(shares.ofRequesters().value())) {
      parts.add("each requester adds %s of its share".formatted(text(shares.ofRequesters())));
    }
    evidence.refused().ifPresent(many -> parts.add(many + " requesters were refused"));
    parts.add("%s of the time%s".formatted(text(share(found)), where(found)));
    shares.busy(found).ifPresent(busy -> parts.add(text(busy) + " of its time in use"));
    return parts;
  }

  private String where(Bottleneck found) {
    double millis = MILLIS_PER_SECOND * mean(evidence.base(), MeasuredRun::callSeconds);
    return switch (found) {
      case LATENCY ->
          " passes in calls of %s ms, with no line before anything".formatted(text(millis));
      case REQUESTERS -> " passes between calls of %s ms".formatted(text(millis));
      case LOG -> " per message is log writes, in calls of %s ms".formatted(text(millis));
      case CONNECTIONS -> " passes without a line before anything";
      default -> " per message";
    };
  }

  private String cannotTell() {
    List<Bottleneck> open = possible();
    if (open.isEmpty()) {
      return "cannot tell: nothing that was varied or observed takes more than half of the time;"
          + " two parts may share it, or it is something else";
    }
    String deciders =
        open.stream()
            .map(Bottleneck::decider)
            .filter(each -> !each.isEmpty())
            .distinct()
            .collect(Collectors.joining("; "));
    return "cannot tell %s %s: %splay more rounds"
        .formatted(
            open.size() > 1 ? "between" : "whether it is",
            open.stream().map(Bottleneck::label).collect(Collectors.joining(", ")),
            deciders.isEmpty() ? "" : deciders + "; or ");
  }

  private static String text(Interval bounds) {
    String ends = text(bounds.low()) + " to " + text(bounds.high());
    return Double.isNaN(bounds.value()) || !bounds.contains(bounds.value())
        ? ends
        : "%s (%s)".formatted(text(bounds.value()), ends);
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
