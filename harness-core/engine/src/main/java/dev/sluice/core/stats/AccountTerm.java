package dev.sluice.core.stats;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The terms of the account of a {@link Window}, in the order in which people read them. */
@SuppressWarnings("ImmutableEnumChecker") // functions without a state
public enum AccountTerm implements Figure {
  DUE(Counter.DUE),
  UNSCHEDULED(Counter.UNSCHEDULED),
  UNFINISHED_BEFORE(Window::unfinishedBefore),

  DONE(Counter.DONE),
  ROLLED_BACK(Counter.ROLLED_BACK),
  FAILED(Counter.FAILED),
  IN_DOUBT(Counter.IN_DOUBT),
  EMPTY(Counter.EMPTY),
  DROPPED(Counter.DROPPED),
  IN_FLIGHT(window -> window.unfinished().inFlight()),
  OVERDUE(window -> window.unfinished().overdue());

  /** Figures beside the account, where they are worth a line. */
  public static final List<Figure> BESIDE =
      Stream.<Figure>concat(
              Counter.reaching(Reach.LINES).stream()
                  .filter(counter -> counter.unit() == Unit.ITERATIONS),
              Gauge.reaching(Reach.LINES).stream())
          .filter(each -> Stream.of(values()).noneMatch(term -> term.name().equals(each.name())))
          .toList();

  /** The work to do. */
  public static final List<AccountTerm> TO_DO = List.of(DUE, UNSCHEDULED, UNFINISHED_BEFORE);

  /** Its outcomes; in every account their sum is that of {@link #TO_DO}. */
  public static final List<AccountTerm> OUTCOMES = List.copyOf(EnumSet.range(DONE, OVERDUE));

  private final ToLongFunction<Window> reader;

  AccountTerm(Counter counter) {
    this(window -> window.counts().get(counter));
  }

  AccountTerm(ToLongFunction<Window> reader) {
    this.reader = reader;
  }

  @Override
  public String label() {
    return this == EMPTY ? "found nothing" : Figure.super.label();
  }

  @Override
  public String column() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Unit unit() {
    return Unit.ITERATIONS;
  }

  @Override
  public Number value(Window window) {
    return of(window);
  }

  /** Its value in the account of a window. */
  public long of(Window window) {
    return reader.applyAsLong(window);
  }
}
